import { useApi, useTenants } from '@gatehouse/react'
import { EmptyState, PageHeader, useSecretDialog } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePermissions } from '../shared/permissions'
import type { MadeToken } from './api-tokens.actions'
import { offerQuery } from './api-tokens.queries'
import { useT } from './api-tokens.texts'
import { CreateDialog } from './create-dialog'
import type { Scope } from './token'
import { TokensTable } from './tokens-table'

export const TenantTokensPage = () => <TokensPage scope="tenant" />
export const PersonalTokensPage = () => <TokensPage scope="personal" />

const WRITE = { tenant: 'fe.secure.write.tenantApiTokens', personal: 'fe.secure.write.userApiTokens' } as const

function TokensPage({ scope }: { scope: Scope }) {
  const t = useT()
  const can = usePermissions()
  const words = { name: useTenants().activeTenant?.name ?? '' }
  const { data: offer } = useQuery(offerQuery(useApi()))
  const { show, dialog } = useSecretDialog()
  const [creating, setCreating] = useState(false)

  const create = offer?.isOn && can(WRITE[scope]) && (
    <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={() => setCreating(true)}>
      {t('create.button')}
    </Button>
  )
  function showSecret({ clientId, secret }: MadeToken) {
    show({
      title: t('secret.title'),
      label: t(clientId ? 'secret.secret' : 'secret.accessToken'),
      value: secret,
      ...(clientId && { known: [{ label: t('secret.clientId'), value: clientId }] }),
      fileName: 'api-token.txt',
    })
  }
  return (
    <>
      <PageHeader title={t(`${scope}.title`)} purpose={t(`${scope}.purpose`, words)} action={create} />
      {offer?.isOn === false ? (
        <EmptyState drawing="key" title={t('off.title')}>
          {t('off.help')}
        </EmptyState>
      ) : (
        <TokensTable scope={scope} create={create} />
      )}
      {creating && offer && (
        <CreateDialog scope={scope} kind={offer.kind} onMade={showSecret} onClose={() => setCreating(false)} />
      )}
      {dialog}
    </>
  )
}
