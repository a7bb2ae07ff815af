// oidc-provider on PostgreSQL: rotated refresh tokens, ES256 JWT access tokens, client
// credentials, userinfo, codes for browsers that are signed in, introspection.
import { generateKeyPairSync } from "node:crypto";
import Keygrip from "keygrip";
import Provider from "oidc-provider";
import { options, ready } from "./common.js";
import { createTable, PostgresAdapter } from "./oidc-adapter.js";

const SESSIONS = 64;
const API = "urn:benchmark:api";
const REDIRECT = "http://127.0.0.1/callback";
const COOKIE_KEYS = ["a benchmark cookie key"];
const CLIENT = { client_id: "benchmark", client_secret: "a-benchmark-secret" };

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const signingKey = { ...privateKey.export({ format: "jwk" }), kid: "one", alg: "ES256", use: "sig" };

const resourceServer = {
  scope: "api",
  audience: API,
  accessTokenTTL: 300,
  accessTokenFormat: "jwt",
  jwt: { sign: { alg: "ES256" } },
};

const provider = new Provider(`http://127.0.0.1:${options.port}`, {
  adapter: PostgresAdapter,
  jwks: { keys: [signingKey] },
  cookies: { keys: COOKIE_KEYS },
  clients: [
    {
      ...CLIENT,
      token_endpoint_auth_method: "client_secret_post",
      grant_types: ["authorization_code", "refresh_token", "client_credentials"],
      redirect_uris: [REDIRECT],
      id_token_signed_response_alg: "ES256",
    },
  ],
  scopes: ["openid", "offline_access", "email", "api"],
  claims: { openid: ["sub"], email: ["email", "email_verified"] },
  rotateRefreshToken: true,
  ttl: { AccessToken: 86_400, RefreshToken: 86_400, Grant: 86_400, ClientCredentials: 300 },
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({ sub: id, email: `${id}@benchmark.test`, email_verified: true }),
  }),
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    userinfo: { enabled: true },
    introspection: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => API,
      useGrantedResource: () => true,
      getResourceServerInfo: () => resourceServer,
    },
  },
});

/** A consented session: the grant, its refresh token and a token for userinfo. */
async function openSession(index) {
  const client = await provider.Client.find(CLIENT.client_id);
  const accountId = `person${index}`;
  const grant = new provider.Grant({ accountId, clientId: CLIENT.client_id });
  grant.addOIDCScope("openid offline_access email");
  grant.addResourceScope(API, "api");
  const grantId = await grant.save();
  const base = { accountId, client, grantId, gty: "authorization_code" };
  // No `openid` scope on the refresh token: an ID token would cost the peer a second
  // signature that Gatehouse does not make either.
  const refresh = new provider.RefreshToken({ ...base, scope: "offline_access api", resource: API });
  const access = new provider.AccessToken({ ...base, scope: "openid email" });
  return { refreshToken: await refresh.save(), accessToken: await access.save() };
}

/** The cookies of a browser that is signed in, to whose application everything was granted. */
async function openBrowser(index) {
  const accountId = `person${index}`;
  const grant = new provider.Grant({ accountId, clientId: CLIENT.client_id });
  grant.addOIDCScope("openid email");
  grant.addResourceScope(API, "openid email");
  const session = new provider.Session();
  session.loginAccount({ accountId });
  session.ensureClientContainer(CLIENT.client_id);
  session.grantIdFor(CLIENT.client_id, await grant.save());
  await session.save(86_400);
  const cookie = `_session=${session.jti}`;
  return `${cookie}; _session.sig=${new Keygrip(COOKIE_KEYS).sign(cookie)}`;
}

await createTable();
const sessions = [];
const started = performance.now();
const browsers = [];
for (let index = 0; index < SESSIONS; index += 1) {
  sessions.push(await openSession(index));
  browsers.push(await openBrowser(index));
}
const seeded = performance.now() - started;

provider.listen(options.port, "127.0.0.1", () =>
  ready({ ...CLIENT, redirect_uri: REDIRECT, resource: API, sessions, browsers, seededMs: seeded }),
);
