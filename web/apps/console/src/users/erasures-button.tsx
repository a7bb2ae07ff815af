import { failureOf } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { errorText, InlineAlert, RelativeTime, StatusBadge, useDialog } from '@gatehouse/ui'
import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Erasure } from '../wire'
import { erasuresQuery, SHOWN } from './erasure.actions'
import { useT } from './erasure.texts'

/** Button that opens the list of erasures. */
export function ErasuresButton() {
  const t = useT()
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t('list.open')}
      </Button>
      {opened && <ErasuresDialog onClose={() => setOpened(false)} />}
    </>
  )
}

function ErasuresDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const erasures = useQuery(erasuresQuery(useApi()))
  const [{ data }, failure] = [erasures, failureOf(erasures)]
  return (
    <Modal {...useDialog({ opened: true, onClose })} title={t('list.title')} size={640}>
      <Stack gap="md">
        <Text c="dimmed">{t('list.purpose')}</Text>
        {failure && <InlineAlert tone="danger">{t('list.failed', { reason: errorText(failure) })}</InlineAlert>}
        {data === undefined && !failure && <Skeleton height={20} width="60%" />}
        {data?.items.length === 0 && <Text>{t('list.none')}</Text>}
        {data?.items.map((one) => (
          <ErasureRow key={one.id} erasure={one} />
        ))}
        {data && data.total > SHOWN && <Text c="dimmed">{t('list.more', { count: SHOWN })}</Text>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('list.close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function ErasureRow({ erasure }: { readonly erasure: Erasure }) {
  const t = useT()
  const { pseudonym, reason, askedBy, askedAt, entries, finishedAt } = erasure
  return (
    <Stack gap={2}>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{pseudonym}</Text>
        {finishedAt ? (
          <StatusBadge tone="success">{t('list.done')}</StatusBadge>
        ) : (
          <StatusBadge tone="warning">{t('erasing')}</StatusBadge>
        )}
      </Group>
      <Text style={{ overflowWrap: 'anywhere' }}>{reason}</Text>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        <RelativeTime value={askedAt} sentence={(when) => t('list.asked', { who: askedBy, when })} />
        {finishedAt && ` · ${t('list.entries', { count: entries })}`}
      </Text>
    </Stack>
  )
}
