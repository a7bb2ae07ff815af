import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { domainConfigQuery, domainListQuery } from './domains.queries'
import { DomainsCard } from './domains-card'
import { DomainsList } from './domains-list'
import { TabBody } from './tab-body'

export function DomainsTab() {
  const api = useApi()
  const config = useQuery(domainConfigQuery(api))
  const list = useQuery(domainListQuery(api))
  return (
    <TabBody needs={[config, list]} change="fe.secure.write.emailDomainRestrictions">
      {() => {
        if (!config.data || !list.data) return null
        const count = list.data.filter(({ type }) => type === config.data.listType).length
        return (
          <>
            <DomainsCard config={config.data} count={count} />
            <DomainsList config={config.data} count={count} />
          </>
        )
      }}
    </TabBody>
  )
}
