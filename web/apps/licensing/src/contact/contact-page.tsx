import { PageHeader } from '@gatehouse/ui'
import { Button, Text, Title } from '@mantine/core'
import { IconBook, IconBrandGithub, IconBrandSlack, type TablerIcon } from '@tabler/icons-react'
import { useConfig } from '../config/config.queries'
import { useT } from '../texts'
import classes from './contact.module.css'
import { ContactForm } from './contact-form'

export function ContactPage() {
  const t = useT()
  const { links } = useConfig()
  return (
    <>
      <PageHeader title={t('contact.title')} purpose={t('contactPage.purpose')} />
      <div className={classes.stack}>
        <ContactForm />
        <div className={classes.methods}>
          <Way icon={IconBrandSlack} about="slack" href={links.slack} />
          <Way icon={IconBrandGithub} about="github" href={links.github} />
          <Way icon={IconBook} about="docs" href={links.docs} />
        </div>
      </div>
    </>
  )
}

interface WayProps {
  readonly icon: TablerIcon
  readonly about: 'slack' | 'github' | 'docs'
  readonly href: string
}

function Way({ icon: Icon, about, href }: WayProps) {
  const t = useT()
  return (
    <section className={classes.method}>
      <Icon size={24} aria-hidden />
      <Title order={2} size="h5">
        {t(`contactPage.${about}`)}
      </Title>
      <Text c="dimmed">{t(`contactPage.${about}Text`)}</Text>
      <Button component="a" href={href} target="_blank" rel="noreferrer" variant="default">
        {t(`contactPage.${about}Action`)}
      </Button>
    </section>
  )
}
