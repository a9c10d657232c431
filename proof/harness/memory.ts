import type { Part } from '../../local/part.ts'
import { groupRss } from './processes.ts'

/** The memory of parts, noted again and again: the invariant I8. */
export function watchMemory(parts: Record<string, Pick<Part, 'pid'>>) {
  const samples = Object.keys(parts).map((name) => ({ name, values: [] as number[] }))
  const timer = setInterval(() => {
    for (const { name, values } of samples) values.push(groupRss(parts[name]?.pid))
  }, 500)
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    /** Ends it and tells, for each part, its largest memory and how the second half compares with the first. */
    stop() {
      clearInterval(timer)
      return samples.map(({ name, values }) => {
        const half = Math.floor(values.length / 2)
        const growth = mean(values.slice(half)) / mean(values.slice(0, half))
        return { name, maxMb: Math.max(...values), growth: Math.round(growth * 100) / 100 }
      })
    },
  }
}

/** The largest memory each part may take, in MB: the platform's for the function, the embedded database's for the gateway. */
const boundsMb: Record<string, number> = {
  next: 600,
  function: 256,
  gateway: 700,
  inbox: 400,
  mailServer: 400,
}

type Memory = ReturnType<ReturnType<typeof watchMemory>['stop']>

export const memoryFigures = (memory: Memory) =>
  memory.map(({ name, maxMb, growth }) => `${name} ${maxMb} MB x${growth}`).join(', ')

export const isBounded = (memory: Memory) =>
  memory.every(({ name, maxMb, growth }) => maxMb <= (boundsMb[name] ?? 400) && growth <= 1.3)
