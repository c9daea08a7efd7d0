package dev.millrace.server.http;

import dev.millrace.server.Search;

/** How clients write a search. */
final class SearchParams {

  private static final Param.Whole START = Param.number("start", 0L, Integer.MAX_VALUE);
  private static final Param.Text SORT = Param.text("sort");
  private static final Param.Text FREE_TEXT = Param.text("freeText");
  private static final Param.Text QUERY = Param.text("query");
  private static final Param.Flag TOP_LEVEL = Param.flag("topLevelOnly", false);

  private final Param.Whole size;

  /**
   * @param most the longest page
   */
  SearchParams(int most) {
    this.size = Param.number("size", 100L, most);
  }

  Param[] all() {
    return new Param[] {START, size, SORT, FREE_TEXT, QUERY, TOP_LEVEL};
  }

  Search of(Call call) {
    return new Search(
        (int) call.number(START),
        (int) call.number(size),
        call.text(SORT),
        call.text(FREE_TEXT),
        call.text(QUERY),
        call.flag(TOP_LEVEL));
  }
}
