/** What a benchmark is. */

import type { Row } from "./report.ts";
import type { Workshop } from "./workshop.ts";

/** Some rows of the report, measured together. */
export interface Benchmark {
  /** What `--only` calls it. */
  readonly name: string;
  /**
   * Measures. What it leaves in the workshop's folder is removed at the end.
   *
   * @param shop Where.
   * @returns The rows.
   */
  measure(shop: Workshop): Promise<Row[]>;
}
