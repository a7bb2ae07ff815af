// A product's backend that signs users in by the hosted pages: node hosted.cjs PORT
const express = require('express')
const { FronteggContext, HostedLoginClient } = require('@frontegg/client')

const { FRONTEGG_CLIENT_ID, FRONTEGG_API_KEY } = process.env
FronteggContext.init({ FRONTEGG_CLIENT_ID, FRONTEGG_API_KEY })
const port = Number(process.argv[2])
const client = new HostedLoginClient(`http://localhost:${port}/oauth/callback`)

const app = express()
app.get('/', (_request, response) => response.send('ready'))
app.get('/login', async (request, response) => {
  response.redirect(await client.requestAuthorize({ state: request.query.state }))
})
app.get('/oauth/callback', async (request, response) => {
  const { code, state } = request.query
  await client.codeExchange({ code, state }).then(
    signedIn => response.json(signedIn),
    error => response.status(401).json({ error: error.message }),
  )
})
app.listen(port, '127.0.0.1')
