import { Actions, DetailsDrawer, Facts, useParams } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { CopyButton, StatusBadge } from '@gatehouse/ui'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Application } from '../wire'
import { applicationQuery, KINDS } from './applications.queries'
import { useT } from './applications.texts'
import { ClientsPart } from './clients/clients-part'
import { SecretPart, SharedSecretPart } from './secret-part'
import { TenantsPart } from './tenants-part'
import { useApplicationActions } from './use-application-actions'

export function ApplicationDrawer() {
  const t = useT()
  const { id = '' } = useParams()
  const application = useQuery(applicationQuery(useApi(), id))
  return (
    <DetailsDrawer
      title={application.data?.name ?? t('drawer.title')}
      query={application}
      tablePath="/applications"
      gone={{ drawing: 'link', title: t('drawer.gone'), children: t('drawer.goneHelp') }}
    >
      {(found, close) => <ApplicationDetails application={found} onDeleted={close} />}
    </DetailsDrawer>
  )
}

interface ApplicationDetailsProps {
  readonly application: Application
  readonly onDeleted: () => void
}

function ApplicationDetails({ application, onDeleted }: ApplicationDetailsProps) {
  const t = useT()
  const { actionsFor, dialog } = useApplicationActions(onDeleted)
  const { clientId, id, redirectUris, allowedOrigins } = application
  const kind = KINDS.find((one) => one === application.applicationType)
  return (
    <Stack gap="xl">
      {!application.isActive && (
        <div>
          <StatusBadge tone="warning">{t('isInactive')}</StatusBadge>
        </div>
      )}
      <Facts
        facts={[
          [
            t('drawer.clientId'),
            <code key="client">{clientId}</code>,
            <CopyButton key="copy" value={clientId} label={t('drawer.copyClientId')} />,
          ],
          [t('drawer.id'), <code key="id">{id}</code>, <CopyButton key="copy" value={id} label={t('drawer.copyId')} />],
          [t('form.kind'), kind && t(`kind.${kind}`)],
          [t('form.appURL'), application.appURL],
          [t('form.redirectUris'), <Lines key="redirects" lines={redirectUris} />],
          [t('form.allowedOrigins'), <Lines key="origins" lines={allowedOrigins} />],
          [t('drawer.signing'), application.signingAlgorithm],
          [t('drawer.hostedLogin'), t(application.hostedLogin ? 'drawer.yes' : 'drawer.no')],
          ...Object.entries(application.metadata ?? {}).map(([name, value]): [string, string] => [
            `${t('drawer.metadata')}: ${name}`,
            value,
          ]),
        ]}
      />
      <Actions actions={actionsFor(application)} />
      <SecretPart application={application} />
      <SharedSecretPart application={application} />
      <ClientsPart application={application} />
      {!application.isDefault && <TenantsPart application={application} />}
      {dialog}
    </Stack>
  )
}

const Lines = ({ lines }: { readonly lines: readonly string[] }) =>
  lines.length === 0 ? '—' : lines.map((line) => <div key={line}>{line}</div>)
