import { Actions, DetailsDrawer, Facts, Link, useParams } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { CopyButton } from '@gatehouse/ui'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { jsonText } from '../shared/json-text'
import type { TokenTemplate } from '../wire'
import { claimsOf } from './claims'
import { TokenPreview } from './token-preview'
import { targetingQuery, templatesQuery } from './tokens.queries'
import { useT } from './tokens.texts'
import { useTemplateActions } from './use-template-actions'

export function TemplateDrawer() {
  const t = useT()
  const { id } = useParams()
  const find = (all: TokenTemplate[]) => all.find((one) => one.id === id) ?? null
  const template = useQuery({ ...templatesQuery(useApi()), select: find })
  return (
    <DetailsDrawer
      title={template.data?.name ?? t('drawer.title')}
      query={template}
      tablePath="/tokens"
      gone={{ drawing: 'key', title: t('drawer.gone'), children: t('drawer.goneHelp') }}
    >
      {(found, close) => <TemplateDetails template={found} onDeleted={close} />}
    </DetailsDrawer>
  )
}

interface TemplateDetailsProps {
  readonly template: TokenTemplate
  readonly onDeleted: () => void
}

function TemplateDetails({ template, onDeleted }: TemplateDetailsProps) {
  const t = useT()
  const { actionsFor, dialog } = useTemplateActions(onDeleted)
  const { data: targeting } = useQuery(targetingQuery(useApi()))
  const { key, description, expiration } = template
  const uses = targeting?.rules.flatMap(({ treatment }, at) => (treatment === key ? [at + 1] : []))
  return (
    <Stack gap="xl">
      {description && <div>{description}</div>}
      <Facts
        facts={[
          [
            t('columns.key'),
            <code key="key">{key}</code>,
            <CopyButton key="copy" value={key} label={t('drawer.copyKey')} />,
          ],
          [t('columns.expiration'), String(expiration)],
          [t('drawer.signed'), t('drawer.byApplication')],
        ]}
      />
      {uses && (
        <Text>
          {uses.length > 0 ? t('drawer.used', { numbers: uses.join(', ') }) : t('drawer.unused')}{' '}
          <Link to="/tokens/rules">{t('tabs.rules')}</Link>
        </Text>
      )}
      <Actions actions={actionsFor(template)} />
      <TokenPreview claims={jsonText(claimsOf(template))} seconds={expiration} />
      {dialog}
    </Stack>
  )
}
