import { PageHeader } from '@gatehouse/ui'
import { Group } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { AsConfiguration } from '../configuration/as-configuration'

interface CatalogPageProps {
  /** The section's words. */
  readonly t: (key: 'title' | 'purpose') => string
  /** Where all of it stands in the vendor's document. */
  readonly tables: ComponentProps<typeof AsConfiguration>['tables']
  readonly create: { readonly button: ReactNode; readonly dialog: ReactNode }
  /** The table, and its dialogs. */
  readonly children: ReactNode
}

/** A page of things that a vendor names and makes, as the document has them too. */
export function CatalogPage({ t, tables, create, children }: CatalogPageProps) {
  return (
    <>
      <PageHeader
        title={t('title')}
        purpose={t('purpose')}
        action={
          <Group gap="xs">
            <AsConfiguration tables={tables} />
            {create.button}
          </Group>
        }
      />
      {children}
      {create.dialog}
    </>
  )
}
