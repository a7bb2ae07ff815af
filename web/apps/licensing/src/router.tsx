import { Loading, loadChunk } from '@gatehouse/ui'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  type RouterHistory,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router'
import { PageFailure } from './fatal/page-failure'
import { Shell } from './shell/shell'

/** Anything but text in a parameter's place counts as missing. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

const rootRoute = createRootRoute({
  component: Shell,
  // What cannot be an address at all, such as half of an escaped letter.
  notFoundComponent: () => <Navigate to="/general" replace />,
})

const generalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/general',
  component: lazyRouteComponent(() => loadChunk(() => import('./general/general-page')), 'GeneralPage'),
})

const billingRoute = createRoute({ getParentRoute: () => rootRoute, path: '/billing' })

const overviewRoute = createRoute({
  getParentRoute: () => billingRoute,
  path: '/',
  validateSearch: (search): { confirm?: string | undefined } => ({ confirm: textOf(search.confirm) }),
  component: lazyRouteComponent(() => loadChunk(() => import('./billing/billing-overview')), 'BillingOverview'),
})

const editRoute = createRoute({
  getParentRoute: () => billingRoute,
  path: '/edit/$fingerprint',
  component: lazyRouteComponent(() => loadChunk(() => import('./billing/edit-subscription')), 'EditSubscription'),
})

const licenseRoute = createRoute({
  getParentRoute: () => billingRoute,
  path: '/license/$fingerprint',
  component: lazyRouteComponent(() => loadChunk(() => import('./billing/license-page')), 'LicensePage'),
})

const toBilling = () => {
  throw redirect({ to: '/billing', replace: true })
}

const editNothingRoute = createRoute({ getParentRoute: () => billingRoute, path: '/edit', beforeLoad: toBilling })

const checkoutRoute = createRoute({
  getParentRoute: () => billingRoute,
  path: '/checkout',
  validateSearch: (search): { _ptxn?: string | undefined } => ({ _ptxn: textOf(search._ptxn) }),
  beforeLoad: ({ search }) => {
    if (!search._ptxn) toBilling()
  },
  component: lazyRouteComponent(() => loadChunk(() => import('./checkout/checkout-page')), 'CheckoutPage'),
})

const updatePaymentRoute = createRoute({
  getParentRoute: () => billingRoute,
  path: '/update-payment',
  validateSearch: (search): { fingerprint?: string | undefined } => ({ fingerprint: textOf(search.fingerprint) }),
  beforeLoad: ({ search }) => {
    if (!search.fingerprint) toBilling()
  },
  component: lazyRouteComponent(() => loadChunk(() => import('./checkout/update-payment-page')), 'UpdatePaymentPage'),
})

const contactRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contact',
  component: lazyRouteComponent(() => loadChunk(() => import('./contact/contact-page')), 'ContactPage'),
})

const otherRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/general', replace: true })
  },
})

const routeTree = rootRoute.addChildren([
  generalRoute,
  billingRoute.addChildren([
    overviewRoute,
    licenseRoute,
    editNothingRoute,
    editRoute,
    checkoutRoute,
    updatePaymentRoute,
  ]),
  contactRoute,
  otherRoute,
])

export const createAppRouter = (history: RouterHistory) =>
  createRouter({
    routeTree,
    history,
    defaultPendingComponent: Loading,
    defaultErrorComponent: PageFailure,
    // What a page does not answer for reaches the fatal screen instead of the router's own.
    disableGlobalCatchBoundary: true,
    defaultPreload: 'intent',
    // Values are text: a fingerprint may look like a number.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: stringifySearchWith(String),
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
