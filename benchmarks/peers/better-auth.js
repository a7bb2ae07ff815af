// better-auth with e-mail and password, database sessions and the JWT plugin.
import { createServer } from "node:http";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { toNodeHandler } from "better-auth/node";
import { jwt } from "better-auth/plugins/jwt";
import { options, passwords, pool, ready } from "./common.js";

const PEOPLE = 32;
const PASSWORD = "Gatehouse-benchmark-1";

const auth = betterAuth({
  appName: "benchmark",
  baseURL: `http://127.0.0.1:${options.port}`,
  secret: "a benchmark secret that protects nothing at all",
  database: pool,
  telemetry: { enabled: false },
  // Before its first migration it reports every missing table as an error.
  logger: { disabled: true },
  // The load comes from one address; a limiter would measure refusals.
  rateLimit: { enabled: false },
  emailAndPassword: { enabled: true, password: passwords },
  // Without the header: it would sign a JWT at every read of a session, which no contestant here needs.
  plugins: [jwt({ jwks: { keyPairConfig: { alg: "ES256" } }, disableSettingJwtHeader: true })],
});

const started = performance.now();
const { runMigrations } = await getMigrations(auth.options);
await runMigrations();

const emails = Array.from({ length: PEOPLE }, (_, index) => `person${index}@benchmark.test`);
const cookies = [];
for (const email of emails) {
  const body = { email, password: PASSWORD };
  const known = await pool.query('SELECT 1 FROM "user" WHERE email = $1', [email]);
  const answer = known.rowCount
    ? await auth.api.signInEmail({ body, asResponse: true })
    : await auth.api.signUpEmail({ body: { ...body, name: email }, asResponse: true });
  cookies.push(answer.headers.get("set-cookie").split(";")[0]);
}
const seeded = performance.now() - started;

createServer(toNodeHandler(auth)).listen(options.port, "127.0.0.1", () =>
  ready({ emails, password: PASSWORD, cookies, seededMs: seeded }),
);
