import { Code, Stack, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { readJson } from '../shared/json-text'
import { type Claims, previewOf } from './claims'
import { useT } from './tokens.texts'

interface TokenPreviewProps {
  /** Valid JSON. */
  readonly claims: string
  readonly seconds: number
}

/** Fixed at 2026-01-01, so that previews are deterministic. */
const ISSUED_AT = 1_767_225_600

/** Claims that the server sets in a user token. */
const tokenOf = (seconds: number): Claims => ({
  sub: '0f3c2a6e-8f7b-4a51-9a40-0a4be9e7c1d2',
  type: 'userToken',
  tenantId: '5b1f7c0e-2a54-4d39-8a7e-6f0d7f3c9b10',
  applicationId: '9d2e4b8a-6c1f-4e73-b5a2-1c8e0f6d7a34',
  email: 'ada@example.com',
  email_verified: true,
  name: 'Ada Example',
  roles: ['Admin'],
  permissions: ['reports.read'],
  metadata: { team: 'billing' },
  iat: ISSUED_AT,
  exp: ISSUED_AT + (Number.isFinite(seconds) ? seconds : 0),
})

/** Preview of a token of a fictitious user with the template. */
export function TokenPreview({ claims, seconds }: TokenPreviewProps) {
  const t = useT()
  const id = useId()
  return (
    <Stack component="section" gap="xs" aria-labelledby={id}>
      <Title order={3} size="h4" id={id}>
        {t('preview.title')}
      </Title>
      <Text c="dimmed" size="sm">
        {t('preview.help')}
      </Text>
      {/* Focusable, so that it also scrolls by keyboard. */}
      <Code block tabIndex={0} mah={320} style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {JSON.stringify(previewOf(readJson(claims), tokenOf(seconds)), null, 2)}
      </Code>
    </Stack>
  )
}
