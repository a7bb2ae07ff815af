import { useApi } from '@gatehouse/react'
import { ErrorState, Loading } from '@gatehouse/ui'
import { Button, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallLog } from '../shared/endpoint/call-log'
import { useStaleWhileError } from '../shared/freshness'
import { DeliveryRow } from './delivery-row'
import { logQuery, PAGE, type Webhook } from './webhooks.queries'
import { useT } from './webhooks.texts'

export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const t = useT()
  const [offset, setOffset] = useState(0)
  const query = useQuery(logQuery(useApi(), webhook.id, offset))
  const { data: page, error } = useStaleWhileError(query)
  return (
    <section aria-labelledby="webhook-log">
      <Title order={3} size="h3" id="webhook-log">
        {t('log.title')}
      </Title>
      {error ? (
        <ErrorState error={error} onRetry={() => void query.refetch()} />
      ) : page === undefined ? (
        <Loading />
      ) : page.count === 0 ? (
        <Text size="sm" c="dimmed" mt="xs">
          {t('log.none')}
        </Text>
      ) : (
        <>
          <CallLog rows={page.rows}>
            {(delivery) => <DeliveryRow delivery={delivery} canRetry={webhook.isActive} />}
          </CallLog>
          {page.count > PAGE && (
            <Group mt="sm" gap="xs">
              <Button
                variant="default"
                size="xs"
                disabled={offset === 0}
                onClick={() => setOffset(Math.max(0, offset - PAGE))}
              >
                {t('log.newer')}
              </Button>
              <Button
                variant="default"
                size="xs"
                disabled={offset + PAGE >= page.count}
                onClick={() => setOffset(offset + PAGE)}
              >
                {t('log.older')}
              </Button>
            </Group>
          )}
        </>
      )}
    </section>
  )
}
