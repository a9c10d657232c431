import Columns3 from 'lucide-react/icons/columns-3'
import { Button } from '@/components/ui/button'
import { withQuery } from '../../format/with-query.ts'
import { Form } from '../../parts/form.tsx'
import { Menu } from '../../parts/menu.tsx'
import type { Column } from './columns/column.ts'
import { columns } from './columns.tsx'

/** A phone has no columns. */
export const ColumnMenu = ({ shown, list }: { shown: Column[]; list: string }) => (
  <div className="contents max-md:hidden">
    <Menu id="columns" label={<span className="max-lg:sr-only">Columns</span>} Icon={Columns3}>
      <Form action={withQuery('/leads/columns', { list })} className="grid gap-1">
        {columns.slice(1).map((column) => (
          <label key={column.label} className="flex min-h-7 items-center gap-2">
            <input type="hidden" name="of" value={column.label} />
            <input
              type="checkbox"
              name="column"
              value={column.label}
              defaultChecked={shown.includes(column)}
              className="size-4 accent-chart"
            />
            {column.label}
          </label>
        ))}
        <Button className="mt-2">Show</Button>
      </Form>
    </Menu>
  </div>
)
