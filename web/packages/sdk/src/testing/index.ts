export { boot, notSignedIn, refusal, signedIn } from './canned'
export { cannedServer } from './canned-server'
export { fakeBrowser } from './fake-browser'
export { makeToken } from './make-token'
