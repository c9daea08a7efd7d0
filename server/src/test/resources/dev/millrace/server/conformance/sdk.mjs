// The official JavaScript SDK against a server: node sdk.mjs URL. Prints what came out, as JSON.
import {
  ConductorWorkflow,
  OrkesClients,
  TaskHandler,
  simpleTask,
} from "@io-orkes/conductor-javascript";

const quiet = { info() {}, debug() {}, warn: console.error, error: console.error };
const clients = await OrkesClients.from({ serverUrl: process.argv[2], logger: quiet });
const metadata = clients.getMetadataClient();
const executor = clients.getWorkflowClient();

const definition = { retryCount: 3, retryDelaySeconds: 0, timeoutSeconds: 0, responseTimeoutSeconds: 60 };
for (const name of ["js_plus", "js_shaky"]) {
  await metadata.registerTask({ ...definition, name, ownerEmail: "a@b.c" });
}

let tries = 0;
const workers = [
  {
    taskDefName: "js_plus",
    concurrency: 2,
    execute: async (task) => ({ status: "COMPLETED", outputData: { n: task.inputData.n + 1 } }),
  },
  {
    taskDefName: "js_shaky",
    execute: async () => {
      if (++tries < 3) {
        throw new Error(`try ${tries}`);
      }
      return { status: "COMPLETED", outputData: { tries } };
    },
  },
];
const handler = new TaskHandler({
  client: clients.getClient(),
  workers,
  scanForDecorated: false,
  logger: quiet,
});
await handler.startWorkers();

const plus = (ref, n) => simpleTask(ref, "js_plus", { n });

async function run(name, build, output, input) {
  const workflow = new ConductorWorkflow(executor, name).ownerEmail("a@b.c");
  build(workflow);
  await workflow.outputParameters(output).register(true);
  const run = await workflow.execute(input);
  const whole = await executor.getWorkflow(run.workflowId, true);
  return {
    status: run.status,
    output: run.output,
    tasks: whole.tasks.map((task) => `${task.referenceTaskName} ${task.status}`),
  };
}

const results = {
  sequence: await run(
    "js_sequence",
    (w) =>
      w
        .add(plus("a", "${workflow.input.n}"))
        .add(plus("b", "${a.output.n}"))
        .add(plus("c", "${b.output.n}")),
    { sum: "${c.output.n}" },
    { n: 39 },
  ),
  fork: await run(
    "js_fork",
    (w) => w.fork([[plus("l", 1)], [plus("r", 2)]]),
    { left: "${l.output.n}", right: "${r.output.n}" },
    {},
  ),
  retry: await run(
    "js_retry",
    (w) => w.add(simpleTask("s", "js_shaky", {})),
    { tries: "${s.output.tries}" },
    {},
  ),
  unknown: await executor.getWorkflow("nope", false).then(
    () => "found",
    (error) => String(error.message),
  ),
};
await handler.stopWorkers();
console.log(`results: ${JSON.stringify(results)}`);
process.exit(0); // the client's connections stay open
