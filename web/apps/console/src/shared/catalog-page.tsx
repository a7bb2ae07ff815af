import { PageHeader } from '@gatehouse/ui'
import { Group } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { ViewAsCode } from '../configuration/view-as-code'

interface CatalogPageProps {
  /** Texts of the section. */
  readonly t: (key: 'title' | 'purpose') => string
  /** Tables of the vendor document that the page edits. */
  readonly tables: ComponentProps<typeof ViewAsCode>['tables']
  readonly create: { readonly button: ReactNode; readonly dialog: ReactNode }
  /** The table and its dialogs. */
  readonly children: ReactNode
}

/** Page of a catalog, such as features or plans, that is also part of the vendor document. */
export function CatalogPage({ t, tables, create, children }: CatalogPageProps) {
  return (
    <>
      <PageHeader
        title={t('title')}
        purpose={t('purpose')}
        action={
          <Group gap="xs">
            <ViewAsCode tables={tables} />
            {create.button}
          </Group>
        }
      />
      {children}
      {create.dialog}
    </>
  )
}
