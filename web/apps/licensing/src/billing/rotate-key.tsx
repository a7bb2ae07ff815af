import { useAction } from '@gatehouse/admin-portal/action'
import { ApiError } from '@gatehouse/api'
import { ConfirmDialog, useSecretDialog } from '@gatehouse/ui'
import { Button, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useT } from './billing.texts'
import { useConfirmIdentity } from './confirm-identity'
import { formatDay } from './dates'
import { rotateKey } from './keys.actions'

/** How long the key until now works on: until every tool has the new one, or not at all when it has leaked. */
const OVERLAPS = { week: 168, day: 24, none: 0 } as const

/** Replaces the key, for example after it leaked. Seats in use are not affected. */
export function RotateKey({ fingerprint }: { readonly fingerprint: string }) {
  const t = useT()
  const rotate = useAction(rotateKey)
  const [opened, setOpened] = useState(false)
  const [overlap, setOverlap] = useState<keyof typeof OVERLAPS>('week')
  const proof = useConfirmIdentity(t('proof.key'))
  const { show, dialog } = useSecretDialog()

  async function confirm() {
    try {
      const { key, formerUntil } = await rotate.run({ fingerprint, overlapHours: OVERLAPS[overlap] })
      const until = formerUntil && { label: t('rotate.formerUntil'), value: formatDay(formerUntil) }
      show({
        title: t('rotate.made'),
        label: t('rotate.newKey'),
        value: key,
        known: until ? [until] : [],
        fileName: `${fingerprint}.key.txt`,
      })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 403)) throw error
      proof.onError(error)
    }
  }
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpened(true)}>
        {t('rotate.verb')}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        onConfirm={confirm}
        title={t('rotate.title')}
        verb={t('rotate.verb')}
      >
        <Stack gap="md">
          <Text>{t('rotate.text')}</Text>
          <Radio.Group
            label={t('rotate.former')}
            value={overlap}
            onChange={(value) => setOverlap(value as keyof typeof OVERLAPS)}
          >
            <Stack gap="xs" mt="xs">
              {(['week', 'day', 'none'] as const).map((one) => (
                <Radio key={one} value={one} label={t(`rotate.${one}`)} />
              ))}
            </Stack>
          </Radio.Group>
        </Stack>
      </ConfirmDialog>
      {proof.dialog}
      {dialog}
    </>
  )
}
