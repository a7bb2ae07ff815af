// What both peers share: arguments, the database pool, password hashing, the ready line.
import { hash, verify } from "@node-rs/argon2";
import pg from "pg";

const [port, databaseUrl] = process.argv.slice(2);
if (!port || !databaseUrl) {
  console.error("usage: node SERVER.js PORT DATABASE_URL");
  process.exit(2);
}

export const options = { port: Number(port), databaseUrl };

// Ten connections is the driver's own default: more do not help one event loop.
export const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });

// Argon2id with the parameters Gatehouse uses, so that logins compare the systems and
// not their choice of cost.
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const passwords = {
  hash: (password) => hash(password, cost),
  verify: ({ hash: stored, password }) => verify(stored, password),
};

/** Tells the benchmark that the server answers, and hands it the credentials it needs. */
export function ready(credentials) {
  process.stdout.write(`${JSON.stringify(credentials)}\n`);
}

process.on("SIGTERM", () => process.exit(0));
