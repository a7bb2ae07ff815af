import { InlineAlert } from '@gatehouse/ui'
import { Button, Stack, Text } from '@mantine/core'
import { useT } from './configuration.texts'
import { groupByTable, offsetOfTable } from './problem-paths'

interface ProblemsProps {
  readonly problems: readonly string[]
  readonly document: string
  readonly onShow: (position: number) => void
}

/** Problems grouped by table, with links to their place in the document. */
export function Problems({ problems, document, onShow }: ProblemsProps) {
  const t = useT()
  const found = groupByTable(problems)
  const sections = [...new Set(found.map(({ section }) => section))]
  return (
    <InlineAlert tone="danger" title={t('refused', { count: problems.length })}>
      <Stack gap="sm" mt="xs">
        {sections.map((section) => (
          <div key={section}>
            <Text fw={600}>{section === '' ? t('whole') : `[${section}]`}</Text>
            <ul>
              {found
                .filter((problem) => problem.section === section)
                .map(({ text }) => (
                  <li key={text}>{text}</li>
                ))}
            </ul>
            {offsetOfTable(document, section) >= 0 && section !== '' && (
              <Button variant="default" size="compact-sm" onClick={() => onShow(offsetOfTable(document, section))}>
                {t('jump', { section })}
              </Button>
            )}
          </div>
        ))}
      </Stack>
    </InlineAlert>
  )
}
