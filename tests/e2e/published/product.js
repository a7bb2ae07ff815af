// A product's page on the published client that needs no framework: as product.jsx.
import { initialize } from '@frontegg/js'

const { steppedUpFor, ...options } = window.PRODUCT
const app = initialize({ ...options, onRedirectTo: (path) => location.assign(path) })
const { store } = app
const does = (type, payload) => store.dispatch({ type: `auth/${type}`, payload })
const step = { maxAge: steppedUpFor }
const root = document.getElementById('root')

const output = (id) => root.appendChild(Object.assign(document.createElement('output'), { id }))
const button = (textContent, onclick) =>
  root.append(Object.assign(document.createElement('button'), { textContent, onclick }))

const [person, token, roles, steppedUp] = ['person', 'token', 'roles', 'stepped-up'].map(output)
button('Sign in', () => app.loginWithRedirect())
button('Renew', () => does('requestAuthorize', false))
button('Sign out', () => app.logout())
button('Step up', () => app.stepUp(step))

function show() {
  const { user, isAuthenticated } = store.getState().auth
  person.value = isAuthenticated ? user.email : 'nobody'
  token.value = isAuthenticated ? user.accessToken : ''
  roles.value = isAuthenticated ? user.roles.map(({ key }) => key).join(' ') : ''
  steppedUp.value = app.isSteppedUp(step)
}

window.signIn = (email, password) => does('login', { email, password })
store.subscribe(show)
show()
