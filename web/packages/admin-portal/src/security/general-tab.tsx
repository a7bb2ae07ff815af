import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { useAppearance } from '../shared/appearance'
import { HistoryCard } from './history-card'
import { LockoutCard } from './lockout-card'
import { MfaCard } from './mfa-card'
import { historyQuery, lockoutQuery, mfaQuery } from './security.queries'
import { TabBody } from './tab-body'

export function GeneralTab() {
  const api = useApi()
  const appearance = useAppearance('security')
  const [mfa, lockout, history] = [useQuery(mfaQuery(api)), useQuery(lockoutQuery(api)), useQuery(historyQuery(api))]
  return (
    <TabBody needs={[mfa, lockout, history]} change="fe.secure.write.securityPolicy">
      {() => (
        <>
          {mfa.data && appearance('mfa') !== 'hidden' && <MfaCard policy={mfa.data} />}
          {lockout.data && appearance('userLockout') !== 'hidden' && <LockoutCard policy={lockout.data} />}
          {history.data && appearance('passwordHistory') !== 'hidden' && <HistoryCard policy={history.data} />}
        </>
      )}
    </TabBody>
  )
}
