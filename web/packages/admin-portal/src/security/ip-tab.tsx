import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { ipConfigQuery } from './ip.queries'
import { IpCard } from './ip-card'
import { IpList } from './ip-list'
import { TabBody } from './tab-body'

export function IpTab() {
  const config = useQuery(ipConfigQuery(useApi()))
  return (
    <TabBody needs={[config]} change="fe.secure.write.ipRestrictions">
      {() =>
        config.data && (
          <>
            <IpCard config={config.data} />
            <IpList config={config.data} />
          </>
        )
      }
    </TabBody>
  )
}
