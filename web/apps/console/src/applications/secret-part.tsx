import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { ConfirmDialog, useSecretDialog } from '@gatehouse/ui'
import { Button, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Application } from '../wire'
import { makeSecret } from './applications.actions'
import { hintQuery } from './applications.queries'
import { useT } from './applications.texts'

/** Its secret: the last letters, and a new one, which is shown once. */
export function SecretPart({ application }: { readonly application: Application }) {
  const t = useT()
  const can = usePermissions()
  const { data: hint } = useQuery(hintQuery(useApi(), application.id))
  const make = useAction(makeSecret)
  const { show, dialog } = useSecretDialog()
  const [asking, setAsking] = useState(false)

  async function renew() {
    const { clientSecret } = await make.run(application)
    show({
      title: t('secret.keep'),
      label: t('secret.label'),
      value: clientSecret,
      known: [{ label: t('drawer.clientId'), value: application.clientId }],
      fileName: 'client-secret.txt',
    })
  }
  return (
    <section>
      <Title order={3} size="h3" mb={8}>
        {t('secret.title')}
      </Title>
      {hint !== undefined && (
        <Text mb="sm">{hint ? t('secret.ends', { letters: hint.slice(-4) }) : t('secret.none')}</Text>
      )}
      {can('vendor.write.applications') && hint !== undefined && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t(hint ? 'secret.renew' : 'secret.make')}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={renew}
        title={t('secret.question', { name: application.name })}
        verb={t('secret.verb')}
        danger={Boolean(hint)}
      >
        {hint ? t('secret.warning') : t('secret.none')}
      </ConfirmDialog>
      {dialog}
    </section>
  )
}
