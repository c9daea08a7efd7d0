-- Texts are compared byte by byte: cheaper, and the same order on every server.
-- A timer that is not set is NULL, so that the indexes have only those that are.
-- Large payloads need nothing here: PostgreSQL keeps values above 2 kB apart by itself, and an
-- update that leaves them as they are does not write them again.
-- Rows change a few times each, soon after one another: room is left for that in their pages, and
-- what is left of them is cleared away early.

CREATE TABLE workflow (
  id              uuid    NOT NULL PRIMARY KEY,
  name            text    COLLATE "C" NOT NULL,
  version         integer NOT NULL,
  status          text    COLLATE "C" NOT NULL,
  correlation_id  text    COLLATE "C",
  parent          uuid,
  created_at      bigint  NOT NULL,
  updated_at      bigint  NOT NULL,
  ended_at        bigint  NOT NULL,
  timer_at        bigint,
  definition      bigint  NOT NULL,
  idempotency_key text    COLLATE "C",
  watched         boolean NOT NULL,
  body            bytea   NOT NULL,
  input           bytea,
  output          bytea
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

CREATE INDEX workflow_created ON workflow (created_at);
CREATE INDEX workflow_timer ON workflow (timer_at) WHERE timer_at IS NOT NULL;
CREATE INDEX workflow_correlation ON workflow (correlation_id) WHERE correlation_id IS NOT NULL;
CREATE INDEX workflow_parent ON workflow (parent) WHERE parent IS NOT NULL;
CREATE UNIQUE INDEX workflow_key ON workflow (name, idempotency_key)
  WHERE idempotency_key IS NOT NULL;

CREATE TABLE task (
  workflow   uuid    NOT NULL,
  number     bigint  NOT NULL,
  ref        text    COLLATE "C" NOT NULL,
  base       text    COLLATE "C" NOT NULL,
  type       text    COLLATE "C" NOT NULL,
  status     text    COLLATE "C" NOT NULL,
  queue      text    COLLATE "C",
  priority   integer NOT NULL,
  ready_at   bigint  NOT NULL,
  delayed    boolean NOT NULL,
  timer_at   bigint,
  slot       text    COLLATE "C",
  definition bigint  NOT NULL,
  chained    text,
  body       bytea   NOT NULL,
  input      bytea,
  output     bytea,
  PRIMARY KEY (workflow, number)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

CREATE INDEX task_queue ON task (queue, delayed, priority DESC, ready_at, workflow, number)
  WHERE queue IS NOT NULL;
CREATE INDEX task_delayed ON task (ready_at) WHERE delayed;
CREATE INDEX task_timer ON task (timer_at) WHERE timer_at IS NOT NULL;
CREATE INDEX task_slot ON task (slot) WHERE slot IS NOT NULL;
CREATE INDEX task_name ON task (workflow, base, number, ref) WHERE number > 64;

CREATE TABLE log (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workflow uuid   NOT NULL,
  number   bigint NOT NULL,
  at       bigint NOT NULL,
  line     text   NOT NULL
);
CREATE INDEX log_task ON log (workflow, number, id);

-- domain: empty if there is none.
CREATE TABLE poll (
  type   text   COLLATE "C" NOT NULL,
  domain text   COLLATE "C" NOT NULL,
  worker text,
  at     bigint NOT NULL,
  PRIMARY KEY (type, domain)
) WITH (fillfactor = 50);

CREATE TABLE definition (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  digest text COLLATE "C" NOT NULL UNIQUE,
  body   bytea NOT NULL
);

CREATE TABLE document (
  kind    text    COLLATE "C" NOT NULL,
  name    text    COLLATE "C" NOT NULL,
  version integer NOT NULL,
  body    bytea   NOT NULL,
  PRIMARY KEY (kind, name, version)
);

CREATE TABLE revision (number bigint NOT NULL);
INSERT INTO revision VALUES (1);

-- Tasks of a limited rate that were handed out.
CREATE TABLE handout (
  name  text    COLLATE "C" NOT NULL,
  at    bigint  NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (name, at)
);
