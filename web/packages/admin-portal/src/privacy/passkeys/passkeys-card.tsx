import { useApi } from '@gatehouse/react'
import { ConfirmDialog, RelativeTime } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { IconFingerprint, IconPlus, IconUsb } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAction } from '../../shared/action'
import { signalPasskeys } from '../../shared/passkey-signals'
import type { Passkey } from '../../wire'
import { knowsKeys } from '../key'
import { OwnCard, OwnRow } from '../own-card'
import { useT } from '../privacy.texts'
import { needsRecentAuth, useRecentAuth } from '../recent-auth'
import { addPasskey, passkeysOfferedQuery, passkeysQuery, removePasskey } from './passkeys.queries'

/** Where passkeys are not offered, those that there are can still be removed. */
export function PasskeysCard() {
  const t = useT()
  const api = useApi()
  const { data: isOffered = false } = useQuery(passkeysOfferedQuery(api))
  const { data: passkeys, error, refetch } = useQuery(passkeysQuery(api))
  const [add, remove] = [useAction(addPasskey), useAction(removePasskey)]
  const { runGuarded, dialog } = useRecentAuth()
  const [removing, setRemoving] = useState<Passkey>()
  // Also when the page opens: an administrator or a directory may have changed the address.
  useEffect(() => {
    if (passkeys) void signalPasskeys(api)
  }, [api, passkeys])
  if (!isOffered && (passkeys?.length ?? 0) === 0) return null

  async function confirmRemoval(passkey: Passkey): Promise<void> {
    try {
      await remove.run(passkey)
    } catch (refusal) {
      if (!needsRecentAuth(refusal)) throw refusal
      runGuarded(() => Promise.reject(refusal))
    }
  }
  const addButton = isOffered && knowsKeys() && (
    <Button
      variant="default"
      leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
      loading={add.isRunning}
      onClick={() => runGuarded(() => add.run())}
    >
      {t('passkeys.add')}
    </Button>
  )
  return (
    <>
      <OwnCard
        title={t('passkeys.title')}
        help={t(passkeys?.length === 0 ? 'passkeys.none' : 'passkeys.help')}
        action={addButton}
        error={error}
        onRetry={() => void refetch()}
      >
        {passkeys?.map((passkey) => {
          const name = t(`passkeys.kinds.${passkey.deviceType}`)
          return (
            <OwnRow
              key={passkey.id}
              icon={passkey.deviceType === 'Platform' ? IconFingerprint : IconUsb}
              name={name}
              facts={<RelativeTime value={passkey.createdAt} sentence={(when) => t('passkeys.made', { when })} />}
            >
              <Button
                variant="default"
                size="xs"
                aria-label={t('removeNamed', { name })}
                onClick={() => setRemoving(passkey)}
              >
                {t('remove')}
              </Button>
            </OwnRow>
          )
        })}
      </OwnCard>
      {removing && (
        <ConfirmDialog
          opened
          onClose={() => setRemoving(undefined)}
          onConfirm={() => confirmRemoval(removing)}
          title={t('passkeys.removeTitle')}
          verb={t('passkeys.remove')}
        >
          {t('passkeys.removeText')}
        </ConfirmDialog>
      )}
      {dialog}
    </>
  )
}
