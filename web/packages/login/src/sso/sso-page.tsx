import { ErrorBoundary } from '@gatehouse/ui'
import { Suspense } from 'react'
import { skippedInHistory } from '../flow/flow'
import { useFlow } from '../flow/use-flow'
import { CardSkeleton } from '../frame/loading-card'
import { defineStep } from '../login/facts'
import { STEPS } from '../login/steps'
import { type FinishSso, finishOidc, finishSaml } from './calls'
import { LoginWithSSO } from './login-with-sso'
import { LoginWithSSOFailed } from './login-with-sso-failed'

const NO_FACTS = { email: '' }
const createSteps = (finish: FinishSso) => ({
  ...STEPS,
  loginWithSSO: skippedInHistory(defineStep((props) => <LoginWithSSO finish={finish} {...props} />)),
  loginWithSSOFailed: defineStep(LoginWithSSOFailed, 'failure'),
})
const OIDC_STEPS = createSteps(finishOidc)
const SAML_STEPS = createSteps(finishSaml)

export const OidcPage = () => <SsoPage steps={OIDC_STEPS} />
export const SamlPage = () => <SsoPage steps={SAML_STEPS} />

/** The callback of the company's identity provider. MFA may follow, as after any sign-in. */
function SsoPage({ steps }: { readonly steps: typeof OIDC_STEPS }) {
  const { step: at, Component, props } = useFlow({ steps, first: 'loginWithSSO', facts: NO_FACTS })
  return (
    <ErrorBoundary size="block" resetKey={at}>
      <Suspense fallback={<CardSkeleton />}>
        <Component key={at} {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
