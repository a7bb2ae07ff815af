import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { DetailsDrawer } from '../shared/details-drawer'
import { useParams } from '../shared/router'
import { WebhookDetails } from './webhook-details'
import { webhooksQuery } from './webhooks.queries'
import { useT } from './webhooks.texts'

export function WebhookDrawer() {
  const t = useT()
  const { id = '' } = useParams()
  const webhook = useQuery({
    ...webhooksQuery(useApi()),
    select: (webhooks) => webhooks.find((one) => one.id === id) ?? null,
  })
  return (
    <DetailsDrawer
      title={webhook.data?.displayName ?? t('drawer.title')}
      query={webhook}
      tablePath="/webhooks"
      gone={{ drawing: 'link', title: t('drawer.gone'), children: t('drawer.goneHelp') }}
    >
      {(shown, close) => <WebhookDetails webhook={shown} onDeleted={close} />}
    </DetailsDrawer>
  )
}
