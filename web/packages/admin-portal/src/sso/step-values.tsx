import { unwrap } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { errorText, saveFile, toast } from '@gatehouse/ui'
import { Button, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { SsoConnection } from '../wire'
import { Copyable } from './copyable'
import { isOidc, type StepProps } from './setup'
import classes from './sso.module.css'
import { useT } from './sso.texts'

/** What the provider has to know of us, and where it goes there. */
export function StepValues({ connection }: StepProps) {
  const t = useT()
  const { type } = connection
  return (
    <Stack gap="lg">
      <ol className={classes.guide}>
        <li>{t(`guide.${type}.make`)}</li>
        <li>{t(`guide.${type}.enter`)}</li>
        <li>{t(`guide.${type}.send`)}</li>
      </ol>
      {isOidc(connection) ? (
        <>
          <Copyable label={t('values.redirectUri')} value={connection.oidcRedirectUri} />
          <Copyable
            label={t('values.scopes')}
            value={['openid email profile', ...(connection.oidcScopes ?? [])].join(' ')}
          />
          <Copyable label={t('values.logoutUri')} value={connection.oidcLogoutUri} />
          <Copyable label={t('values.backchannelUri')} value={connection.oidcBackchannelLogoutUri} />
        </>
      ) : (
        <>
          <Copyable label={t(`guide.${type}.acs`)} value={connection.acsUrl} />
          <Copyable label={t(`guide.${type}.entity`)} value={connection.spEntityId} />
          <OwnMetadata connection={connection} />
        </>
      )}
    </Stack>
  )
}

function OwnMetadata({ connection }: { connection: SsoConnection }) {
  const t = useT()
  const api = useApi()
  const download = async () => {
    try {
      const text = await unwrap(
        api.GET('/team/resources/sso/v1/configurations/{connection_id}/sp-metadata', {
          params: { path: { connection_id: connection.id } },
          parseAs: 'text',
        }),
      )
      saveFile('gatehouse-saml-metadata.xml', text, 'application/xml')
    } catch (error) {
      toast.error(errorText(error))
    }
  }
  return (
    <div>
      <Text size="sm" c="var(--gh-text-secondary)" mb="xs">
        {t('values.metadataHelp')}
      </Text>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
        onClick={() => void download()}
      >
        {t('values.metadata')}
      </Button>
    </div>
  )
}
