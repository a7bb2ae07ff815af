import { useApi } from '@gatehouse/react'
import { type Column, i18n, timeColumn } from '@gatehouse/ui'
import { type ReactNode, useMemo } from 'react'
import { EndpointName } from '../shared/endpoint/endpoint-name'
import { localPage } from '../shared/local-page'
import { SectionTable } from '../shared/section-table'
import { EventCount, WebhookStatus } from './cells'
import { useWebhookActions } from './use-webhook-actions'
import { type Webhook, webhooksQuery, webhooksTable } from './webhooks.queries'
import { useT } from './webhooks.texts'

const READING = {
  text: ({ displayName, url, description }: Webhook) => `${displayName} ${url} ${description}`,
  sorts: {
    name: ({ displayName }: Webhook) => displayName.toLowerCase(),
    invocations: ({ invocations }: Webhook) => invocations,
    createdAt: ({ createdAt }: Webhook) => createdAt,
  },
  filters: {},
}

interface WebhooksTableProps {
  readonly create: ReactNode
  readonly readHelp: string
}

export function WebhooksTable({ create, readHelp }: WebhooksTableProps) {
  const t = useT()
  const api = useApi()
  const { actionsFor, dialog } = useWebhookActions()
  return (
    <>
      <SectionTable
        id="webhooks"
        label={t('title')}
        table={webhooksTable}
        query={(state) => ({
          ...webhooksQuery(api),
          select: (webhooks: Webhook[]) => localPage(webhooks, state, READING),
        })}
        detailsPath="/webhooks"
        columns={useColumns()}
        rowLabel={({ displayName }) => displayName}
        searchLabel={t('search')}
        rowActions={actionsFor}
        empty={{
          drawing: 'link',
          title: t('empty.title'),
          children: create ? t('empty.help') : readHelp,
          action: create,
        }}
      />
      {dialog}
    </>
  )
}

function useColumns(): Column<Webhook>[] {
  const t = useT()
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('columns.webhook'),
        sortable: true,
        cell: (webhook) => <EndpointName name={webhook.displayName} url={webhook.url} />,
      },
      { id: 'status', header: t('columns.status'), cell: (webhook) => <WebhookStatus webhook={webhook} /> },
      { id: 'events', header: t('columns.events'), cell: (webhook) => <EventCount keys={webhook.eventKeys} /> },
      {
        id: 'invocations',
        header: t('columns.invocations'),
        sortable: true,
        cell: ({ invocations }) => invocations.toLocaleString(i18n.language),
      },
      timeColumn('createdAt', t('drawer.created'), ({ createdAt }) => createdAt),
    ],
    [t],
  )
}
