import { Anchor, Text } from '@mantine/core'
import { useT } from './texts'

interface SetupKeyProps {
  /** The content of an authenticator app's QR code: `otpauth://totp/…?secret=…`. */
  uri: string | undefined
}

/** For users who cannot scan the QR code, because the app is on this device or they cannot see it. */
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
