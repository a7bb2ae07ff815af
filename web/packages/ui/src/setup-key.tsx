import { Anchor, Text } from '@mantine/core'
import { useT } from './texts'

interface SetupKeyProps {
  /** What the picture of an authenticator app says: `otpauth://totp/…?secret=…`. */
  uri: string | undefined
}

/** For whoever cannot scan that picture: on the phone that the app is on, or because they do not see it. */
export function SetupKey({ uri }: SetupKeyProps) {
  const t = useT()
  const key = uri?.startsWith('otpauth:') ? new URL(uri).searchParams.get('secret') : null
  if (!key) return null
  return (
    <Text size="sm" ta="center" style={{ overflowWrap: 'anywhere' }}>
      <Anchor href={uri} inherit underline="always">
        {t('setupKey.open')}
      </Anchor>{' '}
      {t('setupKey.type')} <code>{key.replace(/.{4}(?=.)/g, '$& ')}</code>
    </Text>
  )
}
