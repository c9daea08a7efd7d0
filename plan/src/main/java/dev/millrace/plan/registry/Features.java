package dev.millrace.plan.registry;

import static java.util.Comparator.comparingInt;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Reads {@code features.toml}. */
final class Features {
  private Features() {}

  static Registry<Integer, FeatureSpec> read(String file, String text) {
    RegistryFile source = new RegistryFile(file);
    List<FeatureSpec> features = new ArrayList<>();
    source.read(text, "feature").forEach(table -> features.add(feature(source, table)));
    source.throwFaults();
    features.sort(comparingInt(FeatureSpec::id));
    return new Registry<>(
        features, FeatureSpec::id, FeatureSpec::name, Digests.of(features, Features::json));
  }

  private static FeatureSpec feature(RegistryFile source, Table table) {
    FeatureSpec feature =
        new FeatureSpec(
            table.integer("feature_id", 1, Integer.MAX_VALUE),
            Names.dotted(table, table.string("name")),
            table.choice("type", FeatureSpec.Type.class),
            table.bool("nullable", true),
            table.choice("status", Lifecycle.class, Lifecycle.ACTIVE),
            table.string("doc", ""));
    table.refuseOthers();
    source.unique(table, feature.id(), feature.name());
    return feature;
  }

  private static ObjectNode json(FeatureSpec feature) {
    ObjectNode node = Digests.object();
    node.put("feature_id", feature.id());
    node.put("name", feature.name());
    node.put("type", Digests.text(feature.type()));
    node.put("nullable", feature.nullable());
    node.put("status", Digests.text(feature.lifecycle()));
    node.put("doc", feature.doc());
    return node;
  }
}
