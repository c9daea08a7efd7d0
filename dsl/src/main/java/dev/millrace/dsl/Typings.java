package dev.millrace.dsl;

import dev.millrace.dsl.runtime.OpNames;
import dev.millrace.dsl.runtime.PlanNames;
import dev.millrace.plan.op.OpParam;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.plan.registry.EndpointSpec;
import dev.millrace.plan.registry.KeySpec;
import dev.millrace.plan.registry.Lifecycle;
import dev.millrace.plan.registry.ParamSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Makes the {@code .d.ts} files by which an editor knows keys, params, endpoints and ops. What is
 * known only when the plan runs has plain types there, so that operators over it are checked:
 * {@code Key.score * 2} is a number, {@code Key.country * 2} is flagged.
 */
public final class Typings {

  private final PlanNames names;

  private Typings(PlanNames names) {
    this.names = names;
  }

  /** What {@code "@ranking-dsl/runtime"} exports. */
  public static String runtime(PlanNames names) {
    return new Typings(names).runtime();
  }

  /** What is there without an import. */
  public static String globals() {
    return """
    // Made by `millrace plan init`. Changes are lost.
    import type * as runtime from "@millrace/runtime";

    declare global {
      const Key: typeof runtime.Key;
      const P: typeof runtime.P;
      const EP: typeof runtime.EP;
      const coalesce: typeof runtime.coalesce;
      const regex: typeof runtime.regex;
    }
    """;
  }

  private String runtime() {
    return """
    // Made by `millrace plan init` from the registries. Changes are lost.

    declare const kind: unique symbol;

    /** A key: the name of a column. In an expression it is the row's value. */
    export type KeyOf<V, T extends string> = V & { readonly [kind]: T };
    export type AnyKey = %s;
    /** A place that nodes read from. */
    export interface Endpoint<T extends string> { readonly [kind]: T }

    export declare const Key: {
    %s};

    export declare const P: {
    %s};

    export declare const EP: {
    %s};

    type Value = number | string | boolean | null;

    /** The first of the values that is not null. */
    export declare function coalesce(...values: (number | null)[]): number;
    export declare function coalesce(...values: (string | null)[]): string;
    export declare function coalesce(...values: (boolean | null)[]): boolean;
    /** Whether the pattern occurs in the string of the row. */
    export declare function regex(key: string, pattern: string, flags?: "" | "i"): boolean;

    /** Expressions by name. */
    export declare const E: {
      key<T extends Value>(key: T): T;
      param<T extends Value>(param: T): T;
      const<T extends Value>(value: T): T;
      constNull(): any;
      add(a: number, b: number): number;
      sub(a: number, b: number): number;
      mul(a: number, b: number): number;
      /** By zero: null. */
      div(a: number, b: number): number;
      min(a: number, b: number): number;
      max(a: number, b: number): number;
      neg(x: number): number;
      abs(x: number): number;
      log1p(x: number): number;
      coalesce(...values: (number | null)[]): number;
      coalesce(...values: (string | null)[]): string;
      coalesce(...values: (boolean | null)[]): boolean;
      if(test: boolean, then: number | null, otherwise: number | null): number;
      if(test: boolean, then: string | null, otherwise: string | null): string;
      if(test: boolean, then: boolean | null, otherwise: boolean | null): boolean;
    };

    export type Comparison = "==" | "!=" | "<" | "<=" | ">" | ">=";

    /** Predicates by name. */
    export declare const Pred: {
      cmp(comparison: Comparison, a: Value, b: Value): boolean;
      and(...preds: (boolean | boolean[])[]): boolean;
      or(...preds: (boolean | boolean[])[]): boolean;
      not(pred: boolean): boolean;
      in(value: number | string, list: readonly (number | string)[]): boolean;
      isNull(value: Value): boolean;
      notNull(value: Value): boolean;
      regex(key: string, pattern: string, flags?: "" | "i"): boolean;
      const(value: boolean): boolean;
    };

    export interface NodeOptions {
      /** What traces call the node. */
      trace?: string | null;
      /** What it adds for capabilities that the plan requires. */
      extensions?: Record<string, object>;
    }

    /** What a node gives. */
    export interface RowSet {
    %s}
    export type CandidateSet = RowSet;

    /** Where a plan starts. */
    export interface PlanContext {
      /** Says that the plan needs something of the engine. */
      requireCapability(id: %s, payload?: object): void;
    %s}

    export interface PlanDefinition { readonly [kind]: "plan" }

    export declare function definePlan(plan: {
      /** As the file: `feed` in feed.plan.ts. */
      name: string;
      build: (ctx: PlanContext) => RowSet | RowSet[];
    }): PlanDefinition;
    """
        .formatted(
            keyUnion(), keys(), params(), endpoints(), ops(true), capabilities(), ops(false));
  }

  private static String doc(String indent, String text) {
    String clean = text.replace("*/", "* /").replaceAll("\\s+", " ").strip();
    return clean.isEmpty() ? "" : indent + "/** " + clean + " */\n";
  }

  private static String plainType(KeySpec.Type type) {
    return switch (type) {
      case INT, FLOAT -> "number";
      case STRING -> "string";
      case BOOL -> "boolean";
      case FEATURE_BUNDLE -> "object";
    };
  }

  private static String keyType(KeySpec.Type type) {
    return "KeyOf<%s, \"%s\">".formatted(plainType(type), KeyTypeNames.of(type));
  }

  private static String keyUnion() {
    return java.util.Arrays.stream(KeySpec.Type.values())
        .map(Typings::keyType)
        .collect(Collectors.joining(" | "));
  }

  private String keys() {
    var text = new StringBuilder();
    for (KeySpec key : names.keys()) {
      if (key.lifecycle() != Lifecycle.BLOCKED) {
        String deprecated = key.lifecycle() == Lifecycle.DEPRECATED ? " @deprecated" : "";
        text.append(doc("  ", key.doc() + deprecated));
        text.append("  readonly %s: %s;\n".formatted(key.name(), keyType(key.type())));
      }
    }
    return text.toString();
  }

  private String params() {
    var text = new StringBuilder();
    for (ParamSpec param : names.params()) {
      if (param.lifecycle() != Lifecycle.BLOCKED) {
        String type =
            switch (param.type()) {
              case INT, FLOAT -> "number";
              case STRING -> "string";
              case BOOL -> "boolean";
            };
        text.append(doc("  ", param.doc()));
        text.append("  readonly %s: %s;\n".formatted(param.name(), type));
      }
    }
    return text.toString();
  }

  private String endpoints() {
    var text = new StringBuilder();
    for (var kind : EndpointSpec.Kind.values()) {
      text.append("  readonly %s: {\n".formatted(kind.text()));
      for (EndpointSpec endpoint : names.endpoints()) {
        if (endpoint.kind() == kind) {
          text.append(
              "    readonly %s: Endpoint<\"%s\">;\n".formatted(endpoint.name(), kind.text()));
        }
      }
      text.append("  };\n");
    }
    return text.toString();
  }

  private String capabilities() {
    return names.capabilities().isEmpty()
        ? "string"
        : names.capabilities().stream()
            .map(id -> '"' + id + '"')
            .collect(Collectors.joining(" | "));
  }

  private String ops(boolean ofRows) {
    Map<String, List<OpSpec>> spaces = new TreeMap<>();
    names.ops().stream()
        .filter(op -> (op.inputs() > 0) == ofRows)
        .forEach(op -> spaces.computeIfAbsent(OpNames.space(op), _ -> new ArrayList<>()).add(op));
    var text = new StringBuilder();
    spaces.forEach((space, ops) -> {
      boolean core = space.equals("core");
      String indent = core ? "  " : "    ";
      text.append(core ? "" : "  readonly %s: {\n".formatted(space));
      ops.forEach(op -> text.append(method(op, indent)));
      text.append(core ? "" : "  };\n");
    });
    text.append("  /** Any op by its full name. */\n");
    text.append("  op(name: string, options?: Record<string, unknown>): RowSet;\n");
    return text.toString();
  }

  private static String method(OpSpec op, String indent) {
    boolean optional = op.params().stream().noneMatch(OpParam::required);
    var text = new StringBuilder(doc(indent, op.doc()));
    text.append(
        "%s%s(options%s: NodeOptions & {\n"
            .formatted(indent, OpNames.method(op), optional ? "?" : ""));
    for (OpParam param : op.params()) {
      if (!param.name().equals("trace")) {
        text.append(option(op, param, indent + "  "));
      }
    }
    if (op.inputs() > 1) {
      text.append(indent).append("  inputs: RowSet[];\n");
    }
    return text.append(indent).append("}): RowSet;\n").toString();
  }

  private static String option(OpSpec op, OpParam param, String indent) {
    String question = param.required() ? "" : "?";
    // Two names for one thing: either will do.
    if (OpNames.options(param).contains("key")) {
      question = "?";
    }
    String type = optionType(op, param);
    var text = new StringBuilder();
    for (String name : OpNames.options(param)) {
      if (name.indexOf('_') < 0) {
        text.append(doc(indent, param.doc()));
        text.append("%s%s%s: %s;\n".formatted(indent, name, question, type));
      }
    }
    return text.toString();
  }

  private static String optionType(OpSpec op, OpParam param) {
    var kind = param.endpointKind();
    return switch (param.type()) {
      case INT, FLOAT -> "number";
      case BOOL -> "boolean";
      case STRING ->
          op.name().equals("core::sort") && param.name().equals("order")
              ? "\"asc\" | \"desc\""
              : "string";
      case KEY -> "AnyKey";
      case EXPR -> "Value";
      case PRED -> "boolean";
      case NODE -> "RowSet";
      case ENDPOINT ->
          kind == null ? "Endpoint<string>" : "Endpoint<\"%s\">".formatted(kind.text());
    };
  }

  private static final class KeyTypeNames {
    static String of(KeySpec.Type type) {
      return type.name().toLowerCase(java.util.Locale.ROOT);
    }
  }
}
