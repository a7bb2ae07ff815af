import { useBrand } from '@gatehouse/ui'
import { Text } from '@mantine/core'
import { fillPlaceholders } from './mail-types'
import { useT } from './messages.texts'

/** Preview of an email in a sandboxed frame without scripts and network requests. */
export function MailPreview({ html }: { readonly html: string }) {
  const t = useT()
  const { name = '', accent = '#2b50c8', logo = '' } = useBrand()
  const samples = {
    vendor: name,
    logo,
    accent,
    ink: '#ffffff',
    name: 'Ada Lovelace',
    who: 'Ada Lovelace',
    link: 'https://example.com/',
    code: '123456',
    hours: '24',
    minutes: '10',
    change: '…',
    goes: 'ada@example.com',
    stays: 'lovelace@example.com',
    days: '7',
    country: 'Iceland',
    address: '203.0.113.7',
    at: '2026-12-24 18:00 UTC',
  }
  return (
    <section>
      <Text fw={500} size="sm">
        {t('form.preview')}
      </Text>
      <Text c="dimmed" size="sm" mb="xs">
        {t('form.previewHelp')}
      </Text>
      <iframe
        title={t('form.preview')}
        sandbox=""
        srcDoc={fillPlaceholders(html, samples)}
        style={{ width: '100%', height: 360, border: '1px solid var(--gh-border)', background: '#ffffff' }}
      />
    </section>
  )
}
