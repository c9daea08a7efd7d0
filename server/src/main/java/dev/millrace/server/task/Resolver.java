package dev.millrace.server.task;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Finds the addresses of a host. May block: it is called on a virtual thread. */
@FunctionalInterface
interface Resolver {

  Resolver SYSTEM = host -> List.of(InetAddress.getAllByName(host));

  List<InetAddress> addresses(String host) throws UnknownHostException;
}
