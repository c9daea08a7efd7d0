package dev.millrace.plan.registry;

import static java.util.Comparator.comparingInt;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Reads {@code params.toml}. */
final class Params {
  private Params() {}

  static Registry<Integer, ParamSpec> read(String file, String text) {
    RegistryFile source = new RegistryFile(file);
    List<ParamSpec> params = new ArrayList<>();
    List<Table> tables = source.read(text, "param");
    tables.forEach(table -> params.add(param(source, table)));
    for (int i = 0; i < params.size(); i++) {
      String other = params.get(i).replacedBy();
      if (other != null && params.stream().noneMatch(param -> param.name().equals(other))) {
        tables.get(i).fault("'replaced_by' names '%s', which is no param".formatted(other));
      }
    }
    source.throwFaults();
    params.sort(comparingInt(ParamSpec::id));
    return new Registry<>(params, ParamSpec::id, ParamSpec::name, Digests.of(params, Params::json));
  }

  private static ParamSpec param(RegistryFile source, Table table) {
    ParamSpec param =
        new ParamSpec(
            table.integer("param_id", 1, Integer.MAX_VALUE),
            Names.plain(table, table.string("name")),
            table.choice("type", ParamSpec.Type.class),
            table.bool("nullable", false),
            table.choice("status", Lifecycle.class, Lifecycle.ACTIVE),
            table.bool("allow_write", true),
            table.has("replaced_by") ? table.string("replaced_by") : null,
            table.string("doc", ""));
    table.refuseOthers();
    source.unique(table, param.id(), param.name());
    return param;
  }

  private static ObjectNode json(ParamSpec param) {
    ObjectNode node = Digests.object();
    node.put("param_id", param.id());
    node.put("name", param.name());
    node.put("type", Digests.text(param.type()));
    node.put("nullable", param.nullable());
    node.put("status", Digests.text(param.lifecycle()));
    node.put("allow_write", param.allowWrite());
    node.put("replaced_by", param.replacedBy());
    node.put("doc", param.doc());
    return node;
  }
}
