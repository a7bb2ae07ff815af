import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { ConfirmDialog, useSecretDialog } from '@gatehouse/ui'
import { Button, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Application } from '../wire'
import { makeSecret, makeSharedSecret } from './applications.actions'
import { secretHintsQuery } from './applications.queries'
import { useT } from './applications.texts'

interface Props {
  readonly application: Application
}

/** Client secret of the application. */
export function SecretPart({ application }: Props) {
  const make = useAction(makeSecret)
  const { data: hints } = useQuery(secretHintsQuery(useApi(), application.id))
  const renew = async () => (await make.run(application)).clientSecret
  return <SecretRow application={application} kind="secret" hint={hints?.clientSecret} renew={renew} />
}

/** Shared secret with which a backend reports the IP address of its users. */
export function SharedSecretPart({ application }: Props) {
  const make = useAction(makeSharedSecret)
  const { data: hints } = useQuery(secretHintsQuery(useApi(), application.id))
  const renew = async () => (await make.run(application)).sharedSecret
  return <SecretRow application={application} kind="sharedSecret" hint={hints?.sharedSecret} renew={renew} />
}

interface SecretProps extends Props {
  readonly kind: 'secret' | 'sharedSecret'
  readonly hint: string | undefined
  readonly renew: () => Promise<string>
}

/** Last characters of a secret, and a button that rotates it. The new secret is shown once. */
function SecretRow({ application, kind, hint, renew }: SecretProps) {
  const t = useT()
  const can = usePermissions()
  const { show, dialog } = useSecretDialog()
  const [asking, setAsking] = useState(false)

  async function renewSecret() {
    show({
      title: t(`${kind}.keep`),
      label: t(`${kind}.label`),
      value: await renew(),
      known: [{ label: t('drawer.clientId'), value: application.clientId }],
      fileName: kind === 'secret' ? 'client-secret.txt' : 'shared-secret.txt',
    })
  }
  return (
    <section>
      <Title order={3} size="h3" mb={8}>
        {t(`${kind}.title`)}
      </Title>
      {hint !== undefined && (
        <Text mb="sm">{hint ? t('secret.ends', { letters: hint.slice(-4) }) : t(`${kind}.none`)}</Text>
      )}
      {can('vendor.write.applications') && hint !== undefined && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t(hint ? `${kind}.renew` : `${kind}.make`)}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={renewSecret}
        title={t(`${kind}.question`, { name: application.name })}
        verb={t(`${kind}.verb`)}
        danger={Boolean(hint)}
      >
        {hint ? t(`${kind}.warning`) : t(`${kind}.none`)}
      </ConfirmDialog>
      {dialog}
    </section>
  )
}
