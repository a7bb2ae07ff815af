import { useApi } from '@gatehouse/react'
import { InlineAlert } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '../shared/action'
import { usePermissions } from '../shared/permissions'
import type { ListMode } from '../wire'
import { allowOwnAddress, ownAddressQuery, ownAllowedQuery } from './ip.queries'
import { useT } from './security.texts'

/** Where the person is, and a way to allow that and switch the list on in one step. */
export function OwnAddress({ isActive, mode }: { readonly isActive: boolean; readonly mode: ListMode }) {
  const t = useT()
  const api = useApi()
  const canWrite = usePermissions()('fe.secure.write.ipRestrictions')
  const { data: own } = useQuery(ownAddressQuery(api))
  const { data: allowed } = useQuery(ownAllowedQuery(api))
  const allow = useAction(allowOwnAddress)
  if (!own || !allowed || mode === 'BLOCK') return null
  const text = allowed.valid ? 'ip.ownListed' : isActive ? 'ip.ownMissingActive' : 'ip.ownMissing'
  return (
    <InlineAlert
      tone={allowed.valid ? 'success' : 'info'}
      title={t('ip.own', { ip: own.ip })}
      action={
        canWrite && !allowed.valid ? (
          <Button variant="default" loading={allow.isRunning} onClick={() => allow.start(undefined)}>
            {t('ip.addOwn')}
          </Button>
        ) : undefined
      }
    >
      {t(text)}
    </InlineAlert>
  )
}
