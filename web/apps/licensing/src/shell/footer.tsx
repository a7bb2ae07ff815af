import { useBrand } from '@gatehouse/ui'
import { Anchor } from '@mantine/core'
import { useConfig } from '../config/config.queries'
import { useT } from '../texts'

export function Footer() {
  const t = useT()
  const { links } = useConfig()
  const { name = 'Gatehouse' } = useBrand()
  return (
    <>
      <span>{t('footer.copyright', { year: String(new Date().getFullYear()), vendor: name })}</span>
      <Anchor href={links.legal} target="_blank" rel="noreferrer" inherit>
        {t('footer.legal')}
      </Anchor>
    </>
  )
}
