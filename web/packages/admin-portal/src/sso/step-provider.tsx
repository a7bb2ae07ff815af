import { errorText, InlineAlert, RelativeTime } from '@gatehouse/ui'
import { Button, FileButton, Group, Stack } from '@mantine/core'
import { IconEdit, IconLink, IconUpload } from '@tabler/icons-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useAction } from '../shared/action'
import { type Fact, Facts } from '../shared/facts'
import { InstantToggle } from '../shared/instant-toggle'
import { usePermissions } from '../shared/permissions'
import type { SsoConnection } from '../wire'
import { ClaimsDialog } from './claims-dialog'
import { ByHandDialog, MetadataUrlDialog, OidcDialog } from './provider-dialogs'
import { isOidc, knowsProvider, type StepProps } from './setup'
import { readMetadata, switchConnection } from './sso.actions'
import { useT } from './sso.texts'

type Asked = 'url' | 'hand' | 'oidc' | 'claims'

/** What we have to know of the provider: read from its metadata, or typed in. */
export function StepProvider({ connection }: StepProps) {
  const t = useT()
  const mayChange = usePermissions()('fe.secure.write.samlConfiguration')
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const ask = (what: Asked) => () => setAsked(what)
  return (
    <Stack gap="lg">
      <InlineAlert tone={knowsProvider(connection) ? 'success' : 'info'}>
        {t(
          knowsProvider(connection) ? 'provider.known' : isOidc(connection) ? 'provider.oidcHelp' : 'provider.samlHelp',
        )}
      </InlineAlert>
      <Facts facts={useFacts(connection)} />
      {mayChange &&
        (isOidc(connection) ? (
          <>
            <Group>
              <Button
                leftSection={<IconEdit size={16} stroke={1.75} aria-hidden />}
                variant="default"
                onClick={ask('oidc')}
              >
                {t('provider.enter')}
              </Button>
              <Button variant="default" onClick={ask('claims')}>
                {t('provider.claims')}
              </Button>
            </Group>
            <LogoutSwitch connection={connection} />
          </>
        ) : (
          <>
            <Metadata connection={connection}>
              <Button
                leftSection={<IconLink size={16} stroke={1.75} aria-hidden />}
                variant="default"
                onClick={ask('url')}
              >
                {t('metadata.url')}
              </Button>
              <Button
                leftSection={<IconEdit size={16} stroke={1.75} aria-hidden />}
                variant="default"
                onClick={ask('hand')}
              >
                {t('metadata.hand')}
              </Button>
              <Button variant="default" onClick={ask('claims')}>
                {t('provider.attributes')}
              </Button>
            </Metadata>
            <Switches connection={connection} />
          </>
        ))}
      {asked === 'url' && <MetadataUrlDialog connection={connection} onClose={close} />}
      {asked === 'hand' && <ByHandDialog connection={connection} onClose={close} />}
      {asked === 'claims' && <ClaimsDialog connection={connection} onClose={close} />}
      {asked === 'oidc' && <OidcDialog connection={connection} onClose={close} />}
    </Stack>
  )
}

/** From a file, beside the other ways; what is wrong with it stands below them. */
function Metadata({ connection, children }: { connection: SsoConnection; children: ReactNode }) {
  const t = useT()
  const read = useAction(readMetadata)
  const [failure, setFailure] = useState<string>()
  // Browsers fire no change event when the same, corrected file is chosen again.
  const resetFile = useRef<() => void>(null)
  const take = async (file: File | null) => {
    if (!file) return
    resetFile.current?.()
    setFailure(undefined)
    try {
      await read.run({ id: connection.id, metadata: await readXml(file) })
    } catch (error) {
      setFailure(errorText(error))
    }
  }
  return (
    <>
      <Group gap="xs">
        <FileButton
          resetRef={resetFile}
          accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
          onChange={(file) => void take(file)}
        >
          {(props) => (
            <Button
              {...props}
              leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
              loading={read.isRunning}
            >
              {t('metadata.file')}
            </Button>
          )}
        </FileButton>
        {children}
      </Group>
      {failure && <InlineAlert tone="danger">{failure}</InlineAlert>}
    </>
  )
}

/** In the encoding that a byte order mark or the XML declaration names; a mark wins by itself. */
async function readXml(file: File): Promise<string> {
  const text = await readText(file, 'utf-8')
  const encoding = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w-]+)["']/.exec(text)?.[1]
  return encoding && !/^utf-/i.test(encoding) ? readText(file, encoding) : text
}

/** `File.text` is younger than browsers that are still in use. */
function readText(file: File, encoding: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsText(file, encoding)
  })
}

function Switches({ connection }: { connection: SsoConnection }) {
  const t = useT()
  const { id, signRequest, idpInitiated, ssoByPost = false } = connection
  const sign = useMemo(() => switchConnection(id, 'signRequest'), [id])
  const byPost = useMemo(() => switchConnection(id, 'ssoByPost'), [id])
  const initiated = useMemo(() => switchConnection(id, 'idpInitiated'), [id])
  return (
    <>
      <InstantToggle
        label={t('provider.signRequest')}
        help={t('provider.signRequestHelp')}
        checked={signRequest}
        action={sign}
        done={(on) => t(on ? 'provider.signed' : 'provider.unsigned')}
      />
      <InstantToggle
        label={t('provider.byPost')}
        help={t('provider.byPostHelp')}
        checked={ssoByPost}
        action={byPost}
        done={(on) => t(on ? 'provider.isByPost' : 'provider.isByRedirect')}
      />
      <InstantToggle
        label={t('provider.idpInitiated')}
        help={t('provider.idpInitiatedHelp')}
        checked={idpInitiated}
        action={initiated}
        done={(on) => t(on ? 'provider.initiated' : 'provider.notInitiated')}
      />
    </>
  )
}

function LogoutSwitch({ connection }: { connection: SsoConnection }) {
  const t = useT()
  const { id, oidcLogout } = connection
  const told = useMemo(() => switchConnection(id, 'oidcLogout'), [id])
  return (
    <InstantToggle
      label={t('provider.toldOfLogout')}
      help={t('provider.toldOfLogoutHelp')}
      checked={oidcLogout}
      action={told}
      done={(on) => t(on ? 'provider.told' : 'provider.notTold')}
    />
  )
}

function useFacts(connection: SsoConnection): Fact[] {
  const t = useT()
  const claims: Fact[] = [
    [t('form.emailClaim'), connection.emailClaim],
    [t('form.groupsClaims'), connection.groupsClaims?.join(', ')],
    [t('form.groupsSeparator'), connection.groupsSeparator],
  ]
  if (isOidc(connection)) {
    return [
      [t('form.issuer'), connection.ssoEndpoint],
      [t('form.clientId'), connection.oidcClientId],
      [t('form.secret'), connection.oidcSecret && t('provider.stored')],
      [t('form.scopes'), connection.oidcScopes?.join(' ')],
      ...claims,
    ]
  }
  return [
    [t('form.endpoint'), connection.ssoEndpoint],
    [t('form.entityId'), connection.idpEntityId],
    [t('metadata.from'), connection.metadataUrl],
    ...claims,
    ...connection.certificates.map(
      ({ fingerprint, expiresAt }, index): Fact => [
        connection.certificates.length > 1 ? t('provider.certificateOf', { number: index + 1 }) : t('form.certificate'),
        <span key={fingerprint} title={fingerprint}>
          <RelativeTime value={expiresAt} sentence={(when) => `${t('provider.ends')} ${when}`} />
        </span>,
      ],
    ),
  ]
}
