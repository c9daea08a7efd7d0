-- Ids are 16 bytes. A timer that is not set is NULL, so that the indexes have only those that are.
-- Payloads above some size are in a table of their own, so that a step does not rewrite them;
-- "large" says which: 1 the input, 2 the output. The views put them back in place.

CREATE TABLE workflow_row (
  id              BLOB    NOT NULL PRIMARY KEY,
  name            TEXT    NOT NULL,
  version         INTEGER NOT NULL,
  status          TEXT    NOT NULL,
  correlation_id  TEXT,
  parent          BLOB,
  created_at      INTEGER NOT NULL,
  updated_at      INTEGER NOT NULL,
  ended_at        INTEGER NOT NULL,
  timer_at        INTEGER,
  definition      INTEGER NOT NULL,
  idempotency_key TEXT,
  watched         INTEGER NOT NULL,
  large           INTEGER NOT NULL,
  body            BLOB    NOT NULL,
  input           BLOB,
  output          BLOB
) WITHOUT ROWID;

CREATE INDEX workflow_created ON workflow_row (created_at);
CREATE INDEX workflow_timer ON workflow_row (timer_at) WHERE timer_at IS NOT NULL;
CREATE INDEX workflow_correlation ON workflow_row (correlation_id) WHERE correlation_id IS NOT NULL;
CREATE INDEX workflow_parent ON workflow_row (parent) WHERE parent IS NOT NULL;
CREATE UNIQUE INDEX workflow_key ON workflow_row (name, idempotency_key)
  WHERE idempotency_key IS NOT NULL;

CREATE TABLE task_row (
  workflow   BLOB    NOT NULL,
  number     INTEGER NOT NULL,
  ref        TEXT    NOT NULL,
  base       TEXT    NOT NULL,
  type       TEXT    NOT NULL,
  status     TEXT    NOT NULL,
  queue      TEXT,
  priority   INTEGER NOT NULL,
  ready_at   INTEGER NOT NULL,
  delayed    INTEGER NOT NULL,
  timer_at   INTEGER,
  slot       TEXT,
  definition INTEGER NOT NULL,
  chained    TEXT,
  large      INTEGER NOT NULL,
  body       BLOB    NOT NULL,
  input      BLOB,
  output     BLOB,
  PRIMARY KEY (workflow, number)
) WITHOUT ROWID;

CREATE INDEX task_queue ON task_row (queue, delayed, priority DESC, ready_at, workflow, number)
  WHERE queue IS NOT NULL;
CREATE INDEX task_delayed ON task_row (ready_at) WHERE delayed = 1;
CREATE INDEX task_timer ON task_row (timer_at) WHERE timer_at IS NOT NULL;
CREATE INDEX task_slot ON task_row (slot) WHERE slot IS NOT NULL;
CREATE INDEX task_name ON task_row (workflow, base, number, ref) WHERE number > 64;

-- number: 0 for the workflow's own.
CREATE TABLE payload (
  workflow BLOB    NOT NULL,
  number   INTEGER NOT NULL,
  kind     INTEGER NOT NULL,
  body     BLOB    NOT NULL,
  UNIQUE (workflow, number, kind)
);

CREATE VIEW workflow AS SELECT
  id, name, version, status, correlation_id, parent, created_at, updated_at, ended_at, timer_at,
  definition, idempotency_key, watched, body,
  CASE WHEN large & 1
    THEN (SELECT p.body FROM payload p WHERE p.workflow = w.id AND p.number = 0 AND p.kind = 1)
    ELSE input END AS input,
  CASE WHEN large & 2
    THEN (SELECT p.body FROM payload p WHERE p.workflow = w.id AND p.number = 0 AND p.kind = 2)
    ELSE output END AS output
FROM workflow_row w;

CREATE VIEW task AS SELECT
  workflow, number, ref, base, type, status, queue, priority, ready_at, delayed, timer_at, slot,
  definition, chained, body,
  CASE WHEN large & 1
    THEN (SELECT p.body FROM payload p
          WHERE p.workflow = t.workflow AND p.number = t.number AND p.kind = 1)
    ELSE input END AS input,
  CASE WHEN large & 2
    THEN (SELECT p.body FROM payload p
          WHERE p.workflow = t.workflow AND p.number = t.number AND p.kind = 2)
    ELSE output END AS output
FROM task_row t;

CREATE TABLE log (
  id       INTEGER PRIMARY KEY,
  workflow BLOB    NOT NULL,
  number   INTEGER NOT NULL,
  at       INTEGER NOT NULL,
  line     TEXT    NOT NULL
);
CREATE INDEX log_task ON log (workflow, number);

-- domain: empty if there is none.
CREATE TABLE poll (
  type   TEXT    NOT NULL,
  domain TEXT    NOT NULL,
  worker TEXT,
  at     INTEGER NOT NULL,
  PRIMARY KEY (type, domain)
) WITHOUT ROWID;

CREATE TABLE definition (
  number INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  body   BLOB NOT NULL
);

CREATE TABLE document (
  kind    TEXT    NOT NULL,
  name    TEXT    NOT NULL,
  version INTEGER NOT NULL,
  body    BLOB    NOT NULL,
  PRIMARY KEY (kind, name, version)
) WITHOUT ROWID;

CREATE TABLE revision (number INTEGER NOT NULL);
INSERT INTO revision VALUES (1);

-- Tasks of a limited rate that were handed out.
CREATE TABLE handout (
  name  TEXT    NOT NULL,
  at    INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (name, at)
) WITHOUT ROWID;
