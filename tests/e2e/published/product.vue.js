// A product's page on the published client for Vue: as product.jsx.
import { Frontegg, useFrontegg } from '@frontegg/vue'
import { createApp, h } from 'vue'
import { createRouter, createWebHistory } from 'vue-router'

const { steppedUpFor, ...options } = window.PRODUCT
const step = { maxAge: steppedUpFor }

const Product = {
  setup() {
    const { authState, fronteggAuth, loginWithRedirect, stepUp } = useFrontegg()
    const { loginActions } = fronteggAuth
    window.signIn = (email, password) => loginActions.login({ email, password })
    const button = (text, onClick) => h('button', { onClick }, text)
    return () => {
      const user = authState.isAuthenticated && authState.user
      return [
        h('output', { id: 'person' }, user ? user.email : 'nobody'),
        h('output', { id: 'token' }, user ? user.accessToken : ''),
        h('output', { id: 'roles' }, user ? user.roles.map(({ key }) => key).join(' ') : ''),
        h('output', { id: 'stepped-up' }, String(app.$fronteggApp.isSteppedUp(step))),
        button('Sign in', () => loginWithRedirect()),
        button('Renew', () => loginActions.requestAuthorize(false)),
        button('Sign out', () => loginActions.logout()),
        button('Step up', () => stepUp(step)),
      ]
    }
  },
}
const history = createWebHistory()
const router = createRouter({ history, routes: [{ path: '/:all(.*)*', component: Product }] })
const app = createApp({ render: () => h(Product) })
app.use(router)
app.use(Frontegg, { ...options, router })
app.mount('#root')
