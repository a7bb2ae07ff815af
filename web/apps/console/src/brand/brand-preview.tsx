import { themePreview } from '@gatehouse/ui'
import { SimpleGrid, Text } from '@mantine/core'
import type { CSSProperties } from 'react'
import { useT } from './brand.texts'
import classes from './brand-preview.module.css'

interface BrandPreviewProps {
  readonly name: string
  readonly logo: string
  readonly accent: string
}

/** Preview of the sign-in page in light and dark mode. */
export function BrandPreview({ name, logo, accent }: BrandPreviewProps) {
  const t = useT()
  return (
    <section aria-label={t('preview.title')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {(['light', 'dark'] as const).map((scheme) => (
          <figure key={scheme} className={classes.figure}>
            <div className={classes.box} style={themePreview(accent, scheme) as CSSProperties} inert>
              {logo ? <img src={logo} alt="" className={classes.logo} /> : <strong>{name}</strong>}
              <div className={classes.title}>{t('preview.signIn', { name })}</div>
              <div className={classes.field}>{t('preview.email')}</div>
              <div className={classes.button}>{t('preview.go')}</div>
              <div className={classes.link}>{t('preview.link')}</div>
            </div>
            <Text component="figcaption" size="sm" c="dimmed" mt={4}>
              {t(`preview.${scheme}`)}
            </Text>
          </figure>
        ))}
      </SimpleGrid>
    </section>
  )
}
