import { ErrorBoundary } from '@gatehouse/ui'
import { Suspense } from 'react'
import { passing } from '../flow/flow'
import { useFlow } from '../flow/use-flow'
import { Outline } from '../frame/waiting'
import { step } from '../login/facts'
import { STEPS } from '../login/steps'
import { type Finish, finishOidc, finishSaml } from './calls'
import { LoginWithSSO } from './login-with-sso'
import { LoginWithSSOFailed } from './login-with-sso-failed'

const NOTHING_KNOWN = { email: '' }
const stepsWith = (finish: Finish) => ({
  ...STEPS,
  loginWithSSO: passing(step((props) => <LoginWithSSO finish={finish} {...props} />)),
  loginWithSSOFailed: step(LoginWithSSOFailed, 'failure'),
})
const OIDC_STEPS = stepsWith(finishOidc)
const SAML_STEPS = stepsWith(finishSaml)

export const OidcPage = () => <SsoPage steps={OIDC_STEPS} />
export const SamlPage = () => <SsoPage steps={SAML_STEPS} />

/** The callback of the company's identity provider. MFA may follow, as after any sign-in. */
function SsoPage({ steps }: { readonly steps: typeof OIDC_STEPS }) {
  const { step: at, Component, props } = useFlow({ steps, first: 'loginWithSSO', facts: NOTHING_KNOWN })
  return (
    <ErrorBoundary size="block" resetKey={at}>
      <Suspense fallback={<Outline />}>
        <Component key={at} {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
