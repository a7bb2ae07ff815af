import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { sessionLimitsQuery } from './security.queries'
import { SessionsForm } from './sessions-form'
import { TabBody } from './tab-body'

export function SessionsTab() {
  const limits = useQuery(sessionLimitsQuery(useApi()))
  return (
    <TabBody needs={[limits]} change="fe.secure.write.securityPolicy">
      {() => limits.data && <SessionsForm limits={limits.data} />}
    </TabBody>
  )
}
