import { Avatar as MantineAvatar } from '@mantine/core'
import classes from './avatar.module.css'

interface AvatarProps {
  name: string
  src?: string | null
  size?: number
  /** Square for organizations, round for users. */
  shape?: 'circle' | 'square'
  /** Set if the name is not shown beside the avatar. */
  named?: boolean
}

export function Avatar({ name, src, size = 32, shape = 'circle', named = false }: AvatarProps) {
  return (
    <MantineAvatar
      className={classes.avatar}
      src={src ?? null}
      alt={named ? name : ''}
      aria-hidden={!named}
      size={size}
      radius={shape === 'circle' ? '50%' : 'sm'}
      vars={() => ({
        root: { '--avatar-bg': 'var(--gh-border)', '--avatar-color': 'var(--gh-text)' },
      })}
    >
      {getInitials(name)}
    </MantineAvatar>
  )
}

/** Splits by code points: Mantine's own initials cut emoji in half. */
function getInitials(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = ''] = words
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => [...word][0]) : [...first].slice(0, 2)
  return letters.join('').toUpperCase()
}
