// samlify as a company's SAML provider, over HTTP. Prints its address, and ends when its input does.
//
// PUT /trust        takes this server's metadata
// GET /metadata     its own
// GET /sso          a request of ours; answers with the fields that the browser would post
// GET /unasked      the same of somebody who begins here
// A browser that asks for a page is given them as a form that it posts at once.
// Queries of both: `email`, and what is done wrong or otherwise: `sha1`, `encrypt`, `weak`, `message`, `key`

import { createServer } from 'node:http'
import { createRequire } from 'node:module'

const given = JSON.parse(process.argv[2])
const saml = createRequire(`${given.modules}/`)('samlify')
// What it validates are our requests, which its extractor reads anyway.
saml.setSchemaValidator({ validate: async () => 'not looked at' })
const { algorithms } = saml.Constants
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const template = {
  context: saml.SamlLib.defaultLoginResponseTemplate.context,
  attributes: [
    {
      name: 'mail',
      valueTag: 'email',
      nameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
      valueXsiType: 'xs:string',
    },
  ],
}
// samlify leaves it to whoever uses it.
const STATEMENT =
  '<saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionIndex="{ID}"><saml:AuthnContext>' +
  '<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>' +
  '</saml:AuthnContext></saml:AuthnStatement>'
let ours = ''

function provider(query, url) {
  const [privateKey, signingCert] = query.has('key') ? given.otherPair : given.pair
  return saml.IdentityProvider({
    entityID: `${url}/metadata`,
    privateKey,
    signingCert,
    isAssertionEncrypted: query.has('encrypt'),
    wantAuthnRequestsSigned: true,
    requestSignatureAlgorithm: query.has('sha1') ? algorithms.signature.RSA_SHA1 : algorithms.signature.RSA_SHA256,
    dataEncryptionAlgorithm: query.has('weak')
      ? algorithms.encryption.data.TRI_DEC
      : algorithms.encryption.data.AES_128_GCM,
    keyEncryptionAlgorithm: algorithms.encryption.key.RSA_OAEP_MGF1P,
    nameIDFormat: [PERSISTENT],
    singleSignOnService: [{ Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: `${url}/sso` }],
    loginResponseTemplate: template,
  })
}

const party = (query) =>
  saml.ServiceProvider({
    metadata: ours,
    wantMessageSigned: query.has('message'),
    requestSignatureAlgorithm: algorithms.signature.RSA_SHA256,
  })

function filled(idp, sp, email, requestId) {
  const id = `_${crypto.randomUUID()}`
  const now = new Date()
  const until = new Date(now.getTime() + 300_000).toISOString()
  const acs = sp.entityMeta.getAssertionConsumerService(saml.Constants.wording.binding.post)
  return (text) => {
    const values = {
      ID: id,
      AssertionID: `_${crypto.randomUUID()}`,
      Destination: acs,
      SubjectRecipient: acs,
      Audience: sp.entityMeta.getEntityID(),
      Issuer: idp.entityMeta.getEntityID(),
      IssueInstant: now.toISOString(),
      ConditionsNotBefore: now.toISOString(),
      ConditionsNotOnOrAfter: until,
      SubjectConfirmationDataNotOnOrAfter: until,
      StatusCode: saml.Constants.StatusCode.Success,
      NameIDFormat: PERSISTENT,
      NameID: `id of ${email}`,
      InResponseTo: requestId ?? '',
      attrEmail: email,
    }
    const asked = requestId ? text : text.replaceAll(' InResponseTo="{InResponseTo}"', '')
    const whole = asked.replace('{AuthnStatement}', STATEMENT)
    return { id, context: saml.SamlLib.replaceTagsByValue(whole, values) }
  }
}

async function answer(request, url) {
  const at = new URL(request.url, url)
  const query = at.searchParams
  const idp = provider(query, url)
  if (at.pathname === '/metadata') return { type: 'application/xml', body: idp.getMetadata() }
  if (at.pathname === '/trust') {
    let text = ''
    for await (const part of request) text += part
    ours = text
    return { type: 'text/plain', body: '' }
  }
  const sp = party(query)
  let info = null
  if (at.pathname === '/sso') {
    const signed = ['SAMLRequest', 'RelayState', 'SigAlg'].map(
      (name) => `${name}=${encodeURIComponent(query.get(name))}`,
    )
    const read = await idp.parseLoginRequest(sp, 'redirect', {
      query: Object.fromEntries(query),
      octetString: signed.join('&'),
    })
    info = { extract: read.extract }
  }
  const email = query.get('email')
  const made = await idp.createLoginResponse(
    sp,
    info ?? {},
    'post',
    { email },
    { customTagReplacement: filled(idp, sp, email, info?.extract.request.id), encryptThenSign: query.has('message') },
  )
  const fields = { SAMLResponse: made.context, RelayState: query.get('RelayState') ?? '' }
  if (!request.headers.accept?.includes('text/html')) return { type: 'application/json', body: JSON.stringify(fields) }
  const acs = sp.entityMeta.getAssertionConsumerService(saml.Constants.wording.binding.post)
  return { type: 'text/html', body: page(acs, fields) }
}

const page = (acs, fields) => `<!doctype html><title>Acme</title><link rel="icon" href="data:,">
<form method="post" action="${escaped(acs)}">
${Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)}
</form><script>document.forms[0].submit()</script>`
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const server = createServer((request, response) => {
  answer(request, url).then(
    ({ type, body }) => response.writeHead(200, { 'content-type': type }).end(body),
    (error) => response.writeHead(400, { 'content-type': 'text/plain' }).end(String(error?.stack ?? error)),
  )
})
let url = ''
const host = given.host ?? '127.0.0.1' // the name by which it is asked
server.listen(0, host, () => {
  url = `http://${host}:${server.address().port}`
  console.log(url)
})
process.stdin.resume()
process.stdin.on('end', () => process.exit(0))
