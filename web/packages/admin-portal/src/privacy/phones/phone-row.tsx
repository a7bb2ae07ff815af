import { ConfirmDialog, StatusBadge } from '@gatehouse/ui'
import { Button, Group } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '../../shared/action'
import type { PhoneNumber } from '../../wire'
import { CodeDialog } from '../code-dialog'
import { OwnRow } from '../own-card'
import { useT } from '../privacy.texts'
import { useRecentAuth } from '../recent-auth'
import { beginPhoneRemoval, removePhone, sendPhoneCode, verifyPhone } from './phones.queries'

interface PendingCode {
  readonly what: 'verify' | 'remove'
  readonly otcToken: string
}

export function PhoneRow({ phone }: { readonly phone: PhoneNumber }) {
  const t = useT()
  const { id, phoneNumber: name, verified } = phone
  const [send, verify] = [useAction(sendPhoneCode), useAction(verifyPhone)]
  const [begin, remove] = [useAction(beginPhoneRemoval), useAction(removePhone)]
  const { runGuarded, isRunning, dialog } = useRecentAuth()
  const [isConfirming, setConfirming] = useState(false)
  const [pendingCode, setPendingCode] = useState<PendingCode>()

  async function startRemoval(): Promise<void> {
    const { otcToken } = await begin.run(id)
    if (otcToken) setPendingCode({ what: 'remove', otcToken })
  }
  async function startVerifying(): Promise<void> {
    const { otcToken } = await send.run(name)
    if (otcToken) setPendingCode({ what: 'verify', otcToken })
  }
  function submitCode({ what, otcToken }: PendingCode, code: string): Promise<unknown> {
    return what === 'verify' ? verify.run({ otcToken, code }) : remove.run({ phoneId: id, otcToken, code })
  }

  return (
    <OwnRow
      icon={IconPhone}
      name={name}
      badge={
        <StatusBadge tone={verified ? 'success' : 'warning'}>
          {t(verified ? 'phones.isVerified' : 'phones.isNot')}
        </StatusBadge>
      }
    >
      <Group gap="xs" wrap="nowrap">
        {!verified && (
          <Button
            variant="default"
            size="xs"
            loading={isRunning}
            aria-label={t('phones.verifyNamed', { name })}
            onClick={() => runGuarded(startVerifying)}
          >
            {t('phones.verify')}
          </Button>
        )}
        <Button variant="default" size="xs" aria-label={t('removeNamed', { name })} onClick={() => setConfirming(true)}>
          {t('remove')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={startRemoval}
        title={t('phones.removeTitle', { name })}
        verb={t('removeNamed', { name })}
      >
        {t(verified ? 'phones.removeSends' : 'phones.removeText')}
      </ConfirmDialog>
      {pendingCode && (
        <CodeDialog
          title={t(pendingCode.what === 'verify' ? 'phones.verifyNamed' : 'phones.removeTitle', { name })}
          description={t('code.sent', { to: name })}
          submitLabel={pendingCode.what === 'verify' ? t('phones.verify') : t('removeNamed', { name })}
          onCode={(code) => submitCode(pendingCode, code)}
          onClose={() => setPendingCode(undefined)}
        />
      )}
      {dialog}
    </OwnRow>
  )
}
