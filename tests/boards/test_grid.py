"""A grid of squares: drawing, bits, symmetries, pieces."""

from hypothesis import given
from hypothesis import strategies as st

from grundy.boards.grid import Grid, Position, Rectangle, changed_squares, connected_pieces, enclose, flip_board

GRID = Grid()


@st.composite
def boards(draw: st.DrawFn) -> Position:
    """A board of up to five by five squares."""
    width = draw(st.integers(1, 5))
    return tuple(draw(st.lists(st.text("_x", min_size=width, max_size=width), min_size=1, max_size=5)))


@given(boards())
def test_bits_draw_the_same_board(board: Position) -> None:
    assert GRID.from_bits(GRID.bits(board), board) == board


@given(boards())
def test_printed_boards_read_back(board: Position) -> None:
    assert GRID.make(GRID.show(board)) == board


@given(boards())
def test_symmetries_form_a_group(board: Position) -> None:
    images = set(GRID.symmetries(board))
    assert board in images
    assert all(set(GRID.symmetries(image)) == images for image in images)


@given(boards())
def test_trimming_keeps_the_free_squares(board: Position) -> None:
    trimmed = GRID.trim(board)
    assert sum(row.count("_") for row in trimmed) == sum(row.count("_") for row in board)
    assert GRID.trim(trimmed) == trimmed


@given(boards())
def test_pieces_are_disjoint_and_do_not_touch(board: Position) -> None:
    free, stride = GRID.bits(board), len(board[0]) + 1
    pieces = list(connected_pieces(free, (1, stride)))
    assert sum(pieces) == free
    for piece in pieces:
        assert not free & ~piece & (piece << 1 | piece >> 1 | piece << stride | piece >> stride)


@given(st.integers(1, 6), st.integers(1, 6), st.data())
def test_blocks_and_their_images(rows: int, columns: int, data: st.DataObject) -> None:
    board = GRID.cell(rows, columns)
    height, width = data.draw(st.integers(1, rows)), data.draw(st.integers(1, columns))
    block = Rectangle(
        data.draw(st.integers(0, rows - height)), data.draw(st.integers(0, columns - width)), height, width
    )
    flip = data.draw(st.tuples(st.booleans(), st.booleans()))
    after = GRID.without(board, block)
    image = block.image(board, flip)
    assert enclose(changed_squares(board, after)) == block
    assert flip_board(after, flip) == GRID.without(board, image)
    both = GRID.without(after, image)
    assert block.meets(image) == (sum(row.count("x") for row in both) < 2 * height * width)


def test_small_boards_are_all_different() -> None:
    boards = list(GRID.small(6))
    assert len(boards) == len(set(boards)) == sum(2**n * divisors for n, divisors in enumerate([1, 2, 2, 3, 2, 4], 1))


def test_what_is_no_block_is_named_by_its_squares() -> None:
    """The four L's of three squares in one block are four moves with names and handles of their own."""
    board, full = Grid(), ("__", "__")
    ells = [("_x", "xx"), ("x_", "xx"), ("xx", "_x"), ("xx", "x_")]
    assert board.differ(full, ells[0]) == "cover row 1 column 2, row 2 column 1, row 2 column 2"
    assert len({board.differ(full, ell) for ell in ells}) == len({board.handle(full, ell) for ell in ells}) == 4
    assert board.differ(full, ("xx", "xx")) == "cover rows 1-2, columns 1-2"
