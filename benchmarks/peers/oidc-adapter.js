// The PostgreSQL adapter oidc-provider asks its users to write: one table, payload as JSON.
import { pool } from "./common.js";

export async function createTable() {
  await pool.query(`
    CREATE TABLE IF NOT EXISTS oidc_payload (
      model text NOT NULL,
      id text NOT NULL,
      payload jsonb NOT NULL,
      grant_id text,
      user_code text,
      uid text,
      expires_at timestamptz,
      consumed_at timestamptz,
      PRIMARY KEY (model, id)
    );
    CREATE INDEX IF NOT EXISTS oidc_payload_grant ON oidc_payload (grant_id);
    CREATE INDEX IF NOT EXISTS oidc_payload_user_code ON oidc_payload (user_code);
    CREATE INDEX IF NOT EXISTS oidc_payload_uid ON oidc_payload (uid);
  `);
}

// Named statements are prepared once per connection: without names the peer would parse
// and plan on every call and look slower than a careful user would make it.
const run = (name, text, values) => pool.query({ name, text, values });

const found = ({ rows: [row] }) => {
  if (!row || (row.expires_at && row.expires_at < new Date())) return undefined;
  return row.consumed_at
    ? { ...row.payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) }
    : row.payload;
};

export class PostgresAdapter {
  constructor(model) {
    this.model = model;
  }

  async upsert(id, payload, expiresIn) {
    await run(
      "upsert",
      `INSERT INTO oidc_payload (model, id, payload, grant_id, user_code, uid, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
       ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload,
         grant_id = excluded.grant_id, user_code = excluded.user_code,
         uid = excluded.uid, expires_at = excluded.expires_at`,
      [this.model, id, payload, payload.grantId, payload.userCode, payload.uid, expiresIn],
    );
  }

  find(id) {
    return this.#by("id", id);
  }

  findByUserCode(userCode) {
    return this.#by("user_code", userCode);
  }

  findByUid(uid) {
    return this.#by("uid", uid);
  }

  async consume(id) {
    await run(
      "consume",
      "UPDATE oidc_payload SET consumed_at = now() WHERE model = $1 AND id = $2",
      [this.model, id],
    );
  }

  async destroy(id) {
    await run("destroy", "DELETE FROM oidc_payload WHERE model = $1 AND id = $2", [this.model, id]);
  }

  async revokeByGrantId(grantId) {
    await run("revoke", "DELETE FROM oidc_payload WHERE grant_id = $1", [grantId]);
  }

  async #by(column, value) {
    const text = `SELECT payload, expires_at, consumed_at FROM oidc_payload
                  WHERE model = $1 AND ${column} = $2`;
    return found(await run(`find_${column}`, text, [this.model, value]));
  }
}
