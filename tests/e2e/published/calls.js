// A product's page that has no screens: what a published client's calls answer, and what the browser does with a key.
import * as client from '@frontegg/rest-api'

client.ContextHolder.setContext(window.PRODUCT.contextOptions)

const { credentials } = navigator
const asked = (options) => ('challenge' in options ? options : options.publicKey)

window.call = async (name, ...values) => {
  try {
    const answer = await client.api.auth[name](...values)
    if (answer?.accessToken) client.ContextHolder.setAccessToken(answer.accessToken)
    return answer
  } catch (error) {
    throw new Error(`${name}: ${error.message} ${JSON.stringify(error)}`)
  }
}
window.makeKey = async (options) => {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked(options))
  return (await credentials.create({ publicKey })).toJSON()
}
window.showKey = async (options) => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked(options))
  return (await credentials.get({ publicKey })).toJSON()
}
