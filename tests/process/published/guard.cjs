// A product's backend with the hosted platform's own guard: node guard.cjs PORT
const express = require('express')
const { FronteggContext, withAuthentication } = require('@frontegg/client')

const { FRONTEGG_CLIENT_ID, FRONTEGG_API_KEY } = process.env
const cache = { type: 'local', options: {} }
FronteggContext.init({ FRONTEGG_CLIENT_ID, FRONTEGG_API_KEY }, { accessTokensOptions: { cache } })

const app = express()
const tell = (request, response) => response.json({ tenantId: request.frontegg.user.tenantId })
app.get('/somebody', withAuthentication(), tell)
app.get('/administrator', withAuthentication({ roles: ['Admin'] }), tell)
app.get('/nobody', withAuthentication({ roles: ['Nobody'] }), tell)
// The guard answers, and hands its error on.
app.use((_error, _request, _response, _next) => undefined)
app.listen(Number(process.argv[2]), '127.0.0.1')
